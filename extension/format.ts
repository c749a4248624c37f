/** Numbers and times as people read them, in the language of our texts. */
import { textLanguage } from "./texts.ts";

/** `950`, `12.4k`, `124k`, `1.2M`. */
export function compact(count: number, locale = textLanguage()): string {
  const digits = count >= 1e6 || (count >= 1000 && count < 100_000) ? 1 : 0;
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: digits })
    .format(count)
    .replace("K", "k");
}

/** A share of 100 without decimals, or "—" when it is not known. */
export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined) return "—";
  return new Intl.NumberFormat(textLanguage(), { style: "percent" }).format(Math.round(value) / 100);
}

/** US dollars: `$0.04`, `$12.50`; below a cent `< $0.01`. */
export function dollars(amount: number): string {
  const format = new Intl.NumberFormat(textLanguage(), { style: "currency", currency: "USD" });
  return amount > 0 && amount < 0.01 ? `< ${format.format(0.01)}` : format.format(amount);
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago `at` was (both ms since the epoch): `3 hours ago`, `now`. */
export function ago(at: number, now: number, locale = textLanguage()): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });
  for (const [unit, ms] of units) {
    const count = Math.floor((now - at) / ms);
    if (count >= 1) return format.format(-count, unit);
  }
  return format.format(0, "second");
}
