const ESC = 0x1b;
const CSI = 0x9b;
const BEL = 0x07;
const LF = 0x0a;
const STRING_END = 0x9c;

/** What ordinary text does not hold: controls but tab and line end, the one-byte CSI, and interlinear marks. */
const special = /[[\p{Cc}\ufff9-\ufffb]--[\t\n]]/gv;

/**
 * Turns the bytes of one channel into plain text: UTF-8, without escape sequences and control characters. Takes
 * chunks cut anywhere, also inside a character or a sequence. Bytes that are no UTF-8 become U+FFFD.
 */
export class PlainText {
  readonly #decoder = new TextDecoder();
  /** Where in an escape sequence the last chunk ended. */
  #state: "text" | "escape" | "intermediate" | "control" | "string" | "string escape" = "text";

  push(bytes: Uint8Array): string {
    return this.#strip(this.#decoder.decode(bytes, { stream: true }));
  }

  /** What was held back for more bytes that never came. */
  end(): string {
    return this.#strip(this.#decoder.decode());
  }

  #strip(text: string): string {
    let plain = "";
    let at = 0;
    while (at < text.length) {
      if (this.#state !== "text") {
        if (this.#consume(text.charCodeAt(at))) at++;
        continue;
      }
      special.lastIndex = at;
      const end = special.exec(text)?.index ?? text.length;
      plain += text.slice(at, end);
      if (end < text.length) this.#begin(text.charCodeAt(end));
      at = end + 1;
    }
    return plain;
  }

  #begin(code: number): void {
    if (code === ESC) this.#state = "escape";
    else if (code === CSI) this.#state = "control";
  }

  /** Takes one character inside a sequence. False: it is no part of it, and has to be looked at as text. */
  #consume(code: number): boolean {
    switch (this.#state) {
      case "escape":
        this.#state = afterEscape(code);
        return this.#state !== "text" || (code >= 0x30 && code <= 0x7e);
      case "string escape":
        // Only ESC \ ends a string; any other escape begins a sequence of its own.
        this.#state = code === 0x5c ? "text" : "escape";
        return code === 0x5c;
      case "intermediate":
        if (code >= 0x20 && code <= 0x2f) return true;
        this.#state = "text";
        return code >= 0x30 && code <= 0x7e;
      case "control":
        if (code >= 0x20 && code <= 0x3f) return true;
        this.#state = "text";
        return code >= 0x40 && code <= 0x7e;
      default:
        // A string that was never ended costs the rest of its line, not the rest of the output.
        if (code === LF) this.#state = "text";
        else if (code === ESC) this.#state = "string escape";
        else if (code === BEL || code === STRING_END) this.#state = "text";
        return code !== LF;
    }
  }
}

function afterEscape(code: number): "text" | "intermediate" | "control" | "string" | "escape" {
  if (code === 0x5b) return "control"; // [
  if (code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) return "string"; // ] P X ^ _
  if (code >= 0x20 && code <= 0x2f) return "intermediate";
  if (code === ESC) return "escape";
  return "text";
}
