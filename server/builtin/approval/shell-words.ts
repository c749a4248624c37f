/** One command of a text: a program and what is passed to it. */
export interface SimpleCommand {
  /** Without their quotes; targets of redirects count as words. Never empty. */
  words: string[];
  /** Whether it stands behind a `|`. */
  piped: boolean;
}

/** A shell command, read only as far as it can be read with certainty. */
export interface ShellCommand {
  /** In order, those inside substitutions and groups among them. */
  commands: SimpleCommand[];
  /**
   * Whether it is one command whose words are known: no operator, redirect, substitution, variable, brace, comment,
   * assignment in front, or quote left open. Only then do `commands` and `ends` tell all of it.
   */
  simple: boolean;
  /** Whether a word may turn into something else when it runs, or where it ends is not certain. */
  opaque: boolean;
  /** Of a simple command: where in the text each word ends. */
  ends: number[];
}

/** Splits a command into words. Whatever is not understood makes it less than simple, never simpler. */
export function readCommand(text: string): ShellCommand {
  const reader = new Reader(text);
  while (!reader.done) reader.step();
  return reader.result();
}

const assignment = /^\w+\+?=/;

class Reader {
  readonly #text: string;
  #at = 0;
  #word: string | undefined;
  #commands: SimpleCommand[] = [{ words: [], piped: false }];
  #ends: number[] = [];
  #simple = true;
  #opaque = false;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Takes one character, and with a quote all up to its end. */
  step(): void {
    const char = this.#text[this.#at++] as string;
    const begins = this.#word === undefined;
    if (char === " " || char === "\t") this.#endWord();
    else if ("\n;&|()".includes(char)) this.#endCommand(char);
    else if (char === "<" || char === ">") this.#redirect();
    else if (char === "'") this.#singleQuoted();
    else if (char === '"') this.#doubleQuoted();
    else if (char === "\\") this.#escaped();
    else if (char === "#" && begins) this.#comment();
    else this.#plain(char, begins);
  }

  result(): ShellCommand {
    this.#endWord(0);
    const commands = this.#commands.filter(({ words }) => words.length > 0);
    const first = commands[0]?.words[0];
    const simple = this.#simple && commands.length === 1 && first !== undefined && !assignment.test(first);
    return { commands, simple, opaque: this.#opaque, ends: this.#ends };
  }

  #plain(char: string, begins: boolean): void {
    if (char === "!" && begins) this.#simple = false;
    // Other white space and controls part words in some shells and in others do not.
    if ("$`{}".includes(char) || /[\s\p{Cc}]/u.test(char)) this.#unknown();
    this.#add(char);
  }

  #redirect(): void {
    this.#simple = false;
    this.#endWord();
  }

  #add(text: string): void {
    this.#word = (this.#word ?? "") + text;
  }

  /** Ends the word in front of the character that was just read. */
  #endWord(past = 1): void {
    if (this.#word === undefined) return;
    this.#commands.at(-1)?.words.push(this.#word);
    this.#ends.push(this.#at - past);
    this.#word = undefined;
  }

  #endCommand(operator: string): void {
    this.#endWord();
    this.#simple = false;
    const last = this.#commands.at(-1);
    // Operators of several characters, `|&` among them, leave empty commands in between.
    const behindPipe = last?.words.length === 0 && last.piped;
    this.#commands.push({ words: [], piped: operator === "|" || behindPipe });
  }

  #unknown(): void {
    this.#simple = false;
    this.#opaque = true;
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at);
    if (end === -1) this.#unknown();
    const stop = end === -1 ? this.#text.length : end;
    this.#add(this.#text.slice(this.#at, stop));
    this.#at = stop + 1;
  }

  #doubleQuoted(): void {
    this.#add("");
    while (!this.done) {
      const char = this.#text[this.#at++] as string;
      if (char === '"') return;
      if (char === "\\") {
        const next = this.#text[this.#at] ?? "";
        if (next === "\n") this.#at++;
        else if (next !== "" && '$`"\\'.includes(next)) this.#add(this.#text[this.#at++] as string);
        else this.#add(char);
        continue;
      }
      if (char === "$" || char === "`" || char === "!") this.#unknown();
      this.#add(char);
    }
    this.#unknown();
  }

  #escaped(): void {
    const next = this.#text[this.#at++];
    if (next === undefined) this.#unknown();
    else if (next !== "\n") this.#add(next);
  }

  #comment(): void {
    this.#simple = false;
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }
}
