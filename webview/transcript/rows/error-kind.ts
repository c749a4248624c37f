/** What went wrong, from what the provider said. Servers pass the provider's own words on, so this reads them. Pure. */

export type ErrorKind = "overloaded" | "offline" | "key" | "tooLong" | "other";

const signs: [ErrorKind, RegExp][] = [
  [
    "tooLong",
    /context[ _-]?(length|window)|prompt is too long|maximum context|too many (input )?tokens|context_length_exceeded/i,
  ],
  [
    "key",
    /\b40[13]\b|unauthori[sz]ed|(invalid|incorrect|missing|no)[ _-]?(x-)?api[ _-]?key|authentication|permission_denied/i,
  ],
  ["overloaded", /\b(429|5\d\d|529)\b|overloaded|rate[ _-]?limit|too many requests|service unavailable|capacity/i],
  [
    "offline",
    /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|fetch failed|network|socket|connection (error|refused|reset)|getaddrinfo|terminated/i,
  ],
];

export function errorKind(message: string): ErrorKind {
  return signs.find(([, sign]) => sign.test(message))?.[0] ?? "other";
}

/** The words inside a provider's error: `529 {"error":{"message":"Overloaded"}}` → "Overloaded". */
export function errorWords(message: string): string {
  const start = message.indexOf("{");
  if (start < 0) return message.trim();
  try {
    const parsed = JSON.parse(message.slice(start)) as { message?: unknown; error?: { message?: unknown } | string };
    const inner = typeof parsed.error === "object" ? parsed.error?.message : (parsed.error ?? parsed.message);
    return typeof inner === "string" && inner.trim() !== "" ? inner.trim() : message.trim();
  } catch {
    return message.trim();
  }
}
