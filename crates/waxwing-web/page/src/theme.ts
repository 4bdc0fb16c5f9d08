// Dark or light: as the system says, until the person says otherwise.

import { recall, remember } from "./storage";

export type Theme = "system" | "light" | "dark";

export function chosenTheme(): Theme {
  const kept = recall("theme");
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function setTheme(theme: Theme) {
  remember("theme", theme);
  apply();
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Writes the theme where the style sheet reads it. */
export function apply() {
  const theme = chosenTheme();
  document.documentElement.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
}

dark.addEventListener("change", apply);
