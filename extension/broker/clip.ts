/**
 * Keeps what goes to a panel small. Images are left out and long texts end early; what was cut
 * carries `clipped: {bytes}` (see `Clipped` of the panel wire) and is fetched whole when looked at.
 */
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { t } from "../texts.ts";

/** Largest entry or event that is sent unasked, in bytes of JSON. */
export const MAX_RECORD_BYTES = 48 * 1024;
const FIRST_TEXT_LIMIT = 16 * 1024;
const SMALLEST_TEXT_LIMIT = 64;
const SMALL_IMAGE = 2 * 1024;
/** Arrays and objects inside one another that a panel is sent; some thousands could not be written as JSON. */
const MAX_LEVELS = 200;

/** Bytes that a value takes as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

/** A cut of `text` at `limit` UTF-16 units that leaves no half of a surrogate pair behind. */
export function cutText(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/**
 * `whole` itself when it is small, else a copy whose large parts are cut and marked. What is nested too deeply is
 * replaced by words that say so.
 */
export function clip<T>(whole: T, maxBytes = MAX_RECORD_BYTES): T {
  const value = cutLevels(whole, MAX_LEVELS) as T;
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  const bytes = Buffer.byteLength(text);
  const plain = bytes <= maxBytes && !(bytes > SMALL_IMAGE && text.includes('"mimeType"'));
  if (plain) return value;
  for (let limit = FIRST_TEXT_LIMIT; limit >= SMALLEST_TEXT_LIMIT; limit = Math.floor(limit / 4)) {
    const cut = cutValue(value, bytes <= maxBytes ? Number.POSITIVE_INFINITY : limit) as T;
    if (jsonBytes(cut) <= maxBytes) return cut;
  }
  return bare(value, bytes);
}

const clippedEntries = new WeakMap<SessionEntry, { entry: SessionEntry; bytes: number }>();

/** An entry as the panel gets it unasked, with its size. Entries never change, so both are kept. */
export function clippedEntry(entry: SessionEntry): { entry: SessionEntry; bytes: number } {
  let known = clippedEntries.get(entry);
  if (!known) {
    const small = clip(entry);
    known = { entry: small, bytes: jsonBytes(small) };
    clippedEntries.set(entry, known);
  }
  return known;
}

/** The whole of an entry but for the data of its images and what is nested too deeply. */
export function withoutImages(entry: SessionEntry): SessionEntry {
  return cutValue(cutLevels(entry, MAX_LEVELS), Number.POSITIVE_INFINITY) as SessionEntry;
}

type Fields = Record<string, unknown>;

/** Blocks are where a cut is marked: whoever draws them looks for `clipped` there. */
function isBlock(value: Fields): boolean {
  return typeof value.type === "string" || typeof value.role === "string";
}

/** `value` itself when nothing in it lies deeper than so many levels. */
function cutLevels(value: unknown, levels: number): unknown {
  if (!isObject(value)) return value;
  if (levels === 0) return t("Nested too deeply to be shown");
  let copy: Fields | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const kept = cutLevels(inner, levels - 1);
    if (kept === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Fields;
    copy[key] = kept;
  }
  return copy ?? value;
}

function cutValue(value: unknown, limit: number): unknown {
  return cutInside(value, limit).value;
}

function cutInside(value: unknown, limit: number): { value: unknown; cut: number } {
  if (typeof value === "string") {
    return value.length > limit ? { value: cutText(value, limit), cut: Buffer.byteLength(value) } : { value, cut: 0 };
  }
  if (Array.isArray(value)) {
    let cut = 0;
    const items = value.map((item) => {
      const inner = cutInside(item, limit);
      cut += inner.cut;
      return inner.value;
    });
    return { value: cut > 0 ? items : value, cut };
  }
  if (typeof value !== "object" || value === null) return { value, cut: 0 };
  return cutObject(value as Fields, limit);
}

function cutObject(fields: Fields, limit: number): { value: unknown; cut: number } {
  if (fields.type === "image" && typeof fields.data === "string" && fields.data.length > SMALL_IMAGE) {
    const bytes = fields.data.length;
    return { value: { ...fields, data: "", clipped: { bytes } }, cut: bytes };
  }
  let cut = 0;
  let nested = false;
  const copy: Fields = {};
  for (const [key, inner] of Object.entries(fields)) {
    const result = cutInside(inner, limit);
    if (result.cut > 0 && Array.isArray(inner) && inner.some((item) => isObject(item) && isBlock(item))) nested = true;
    cut += result.cut;
    copy[key] = result.value;
  }
  if (cut === 0) return { value: fields, cut: 0 };
  if (isBlock(fields) && !nested && !("message" in fields)) copy.clipped = { bytes: cut };
  return { value: copy, cut };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** The last resort for a value of very many small parts: what it is and where it stands, and the start of its words. */
function bare<T>(value: T, bytes: number): T {
  const fields = value as Fields;
  const kept: Fields = { clipped: { bytes } };
  for (const [key, inner] of Object.entries(fields)) {
    if (typeof inner === "string" && inner.length <= 200) kept[key] = inner;
    else if (typeof inner === "number" || typeof inner === "boolean" || inner === null) kept[key] = inner;
    else if (key === "message" && isObject(inner)) kept[key] = bareMessage(inner, bytes);
    else if (Array.isArray(inner)) kept[key] = [];
    else if (isObject(inner)) kept[key] = {};
  }
  return kept as T;
}

/** A message is drawn from its blocks: one is left, which carries the mark. */
function bareMessage(message: Fields, bytes: number): Fields {
  const { clipped, ...kept } = bare(message, bytes);
  const blocks = Array.isArray(message.content) ? message.content.slice(0, 20).filter(isObject) : [];
  const words = blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n\n");
  return { ...kept, content: [{ type: "text", text: `${cutText(words, 200)}…`, clipped }] };
}
