/** Numbers as the panel writes them, in the display language. */

const language = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
const compactWhole = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 0 });
const percentage = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });

/** 10240 → "10,240". */
export function integer(value: number): string {
  return whole.format(value);
}

/** Tokens: 124000 → "124k", 1200000 → "1.2M", 950 → "950". */
export function tokens(value: number): string {
  const format = value < 1_000_000 ? compactWhole : compact;
  return format.format(value).replace("K", "k");
}

/** 62 → "62%". */
export function percent(value: number): string {
  return percentage.format(value / 100);
}

/** USD: 0.04 → "$0.04", 3 → "$3", 0.0004 → "<$0.01". */
export function money(value: number): string {
  if (value > 0 && value < 0.005) return `<${money(0.01)}`;
  const digits = Number.isInteger(value) ? 0 : 2;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** Milliseconds: 400 → "0.4s", 12000 → "12s", 72000 → "1 min 12 s". */
export function duration(ms: number): string {
  if (ms < 950) return `${Math.max(0.1, Math.round(ms / 100) / 10)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Seconds left: 24 → "0:24". */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}`;
}

/** A path in two parts: "src/net/upload.ts" → ["upload.ts", "src/net"]. */
export function splitPath(path: string): [name: string, directory: string] {
  const clean = path.replaceAll("\\", "/").replace(/\/$/, "");
  const cut = clean.lastIndexOf("/");
  return cut < 0 ? [clean, ""] : [clean.slice(cut + 1), clean.slice(0, cut)];
}
