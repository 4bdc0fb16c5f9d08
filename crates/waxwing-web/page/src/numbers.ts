// Numbers as the page writes them.

/** `1,234,567`. */
export function whole(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

/** Short: `12.3 k`, `4.56 M`. */
export function short(number: number): string {
  if (number < 10_000) return whole(number);
  if (number < 1e6) return `${(number / 1e3).toPrecision(3)} k`;
  if (number < 1e9) return `${(number / 1e6).toPrecision(3)} M`;
  return `${(number / 1e9).toPrecision(3)} G`;
}

export function bytes(number: number): string {
  if (number < 1 << 20) return `${Math.round(number / 1024)} KiB`;
  return `${(number / (1 << 20)).toPrecision(3)} MiB`;
}

/** A share as a percentage: `62.3 %`. */
export function percent(share: number | null | undefined, digits = 1): string {
  return share === null || share === undefined ? "–" : `${(100 * share).toFixed(digits)} %`;
}

/** A value with its standard error: `62.3 % ± 1.2`. */
export function within(value: number | null | undefined, error?: number | null): string {
  return error === undefined || error === null ? percent(value) : `${percent(value)} ± ${(100 * error).toFixed(1)}`;
}
