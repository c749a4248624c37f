import { readCommand } from "./shell-words.ts";

/** What a person let through for the rest of the session. */
export interface SessionPattern {
  /** As it is shown. */
  text: string;
  /** Whether only the very same thing is allowed. */
  exact: boolean;
  /** @param key a command without white space around it, or what else the pattern is about */
  matches(key: string): boolean;
}

/** Longer texts make no label; such a command is allowed one by one. */
const longestLabel = 200;

/** Programs that only look, whatever else they are told to look at. */
const lookers = new Set(
  "ls cat head tail wc grep egrep fgrep stat file du df pwd echo printf cut cmp which".split(" "),
);
const testRunners = new Set("pytest vitest jest mocha phpunit rspec ctest tsc ruff mypy".split(" "));

/** Programs whose first words say what they do; what follows only says on what. */
const runners: Record<string, RegExp> = {
  npm: /^(test|t|ls|outdated|run [\w:.-]+)$/,
  pnpm: /^(test|t|ls|outdated|run [\w:.-]+)$/,
  yarn: /^(test|run [\w:.-]+)$/,
  bun: /^(test|run [\w:-]+)$/,
  git: /^(status|diff|log|show|add|commit|blame|ls-files)$/,
  cargo: /^(test|build|check|clippy|fmt|doc|tree)$/,
  go: /^(test|build|vet|fmt|list|doc)$/,
  dotnet: /^(test|build)$/,
  deno: /^(test|check|lint|fmt)$/,
};

/** A pattern for one thing and nothing else. */
export function exactly(subject: string, text = subject): SessionPattern {
  return { text, exact: true, matches: (other) => other === subject };
}

/**
 * The pattern that allows a command for the session: its first words and a star, where what may follow cannot make
 * it another command, otherwise the very same text. Undefined when it makes no readable label.
 */
export function commandPattern(command: string): SessionPattern | undefined {
  const text = command.trim();
  if (text === "" || text.length > longestLabel || /\p{Cc}/u.test(text)) return undefined;
  const { simple, commands, ends } = readCommand(text);
  const words = commands[0]?.words ?? [];
  const fixed = simple ? fixedWords(words) : 0;
  if (fixed === 0) return exactly(text);
  const prefix = words.slice(0, fixed);
  return {
    text: `${text.slice(0, ends[fixed - 1])}*`,
    exact: false,
    matches(other) {
      const found = readCommand(other);
      return found.simple && prefix.every((word, index) => found.commands[0]?.words[index] === word);
    },
  };
}

/** How many words in front must stay as they are for others to follow freely; 0: nothing may follow. */
function fixedWords(words: readonly string[]): number {
  const program = words[0] as string;
  if (lookers.has(program)) return words.length;
  if (testRunners.has(program)) return 1;
  const known = Object.hasOwn(runners, program) ? runners[program] : undefined;
  return [2, 3].find((count) => words.length >= count && known?.test(words.slice(1, count).join(" "))) ?? 0;
}
