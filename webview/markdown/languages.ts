/** Names of languages as people write them. */
const names: Record<string, string> = {
  bash: "Shell",
  c: "C",
  cpp: "C++",
  cs: "C#",
  csharp: "C#",
  css: "CSS",
  diff: "Diff",
  dockerfile: "Dockerfile",
  go: "Go",
  html: "HTML",
  java: "Java",
  javascript: "JavaScript",
  js: "JavaScript",
  json: "JSON",
  jsonc: "JSON",
  jsx: "JSX",
  kotlin: "Kotlin",
  kt: "Kotlin",
  latex: "LaTeX",
  less: "Less",
  lua: "Lua",
  makefile: "Makefile",
  md: "Markdown",
  markdown: "Markdown",
  mermaid: "Mermaid",
  php: "PHP",
  plaintext: "Text",
  powershell: "PowerShell",
  ps1: "PowerShell",
  py: "Python",
  python: "Python",
  rb: "Ruby",
  rs: "Rust",
  ruby: "Ruby",
  rust: "Rust",
  scss: "SCSS",
  sh: "Shell",
  shell: "Shell",
  sql: "SQL",
  svg: "SVG",
  swift: "Swift",
  text: "Text",
  toml: "TOML",
  ts: "TypeScript",
  tsx: "TSX",
  txt: "Text",
  typescript: "TypeScript",
  vue: "Vue",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
  zsh: "Shell",
};

export function languageName(language: string): string {
  return names[language.toLowerCase()] ?? (language || "Text");
}

const shells = new Set(["bash", "bat", "cmd", "console", "fish", "powershell", "ps1", "sh", "shell", "zsh"]);

/** Whether a block of this language can be run in a terminal. */
export function isShell(language: string): boolean {
  return shells.has(language.toLowerCase());
}

/** The language of a file, by its ending. */
export function languageOf(path: string): string {
  const name = path.split(/[\\/]/).pop() ?? "";
  return name.includes(".") ? (name.split(".").pop() ?? "") : name.toLowerCase();
}
