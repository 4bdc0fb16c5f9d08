// What the browser keeps for the next visit. Nothing depends on it: a browser may refuse.

export function remember(name: string, value: string) {
  try {
    localStorage.setItem(`waxwing-${name}`, value);
  } catch {
    // A browser that keeps nothing.
  }
}

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`waxwing-${name}`);
  } catch {
    return null;
  }
}
