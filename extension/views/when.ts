/** Times as people read them. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** `09:14`. */
export function timeOfDay(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** `Mon, 24 Nov 2025, 09:14`. */
export function dateAndTime(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** Calendar days from `at` to `now`: 0 today, 1 yesterday. */
export function daysAgo(at: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** `2 minutes ago`, `yesterday`. */
export function ago(at: number, now: number, locale?: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  if (minutes < 1) return format.format(0, "minute");
  if (minutes < 60) return format.format(-minutes, "minute");
  const days = daysAgo(at, now);
  if (days === 0) return format.format(-Math.round(minutes / 60), "hour");
  if (days < 31) return format.format(-days, "day");
  return days < 366 ? format.format(-Math.round(days / 30.4), "month") : format.format(-Math.round(days / 365), "year");
}
