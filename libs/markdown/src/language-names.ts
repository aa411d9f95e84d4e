/** Canonical names of languages by the words people write after a fence. */
const names: Readonly<Record<string, string>> = {
  bash: "Bash",
  c: "C",
  "c++": "C++",
  cpp: "C++",
  cs: "C#",
  csharp: "C#",
  css: "CSS",
  diff: "Diff",
  docker: "Docker",
  dockerfile: "Docker",
  go: "Go",
  golang: "Go",
  html: "HTML",
  java: "Java",
  javascript: "JavaScript",
  js: "JavaScript",
  json: "JSON",
  kotlin: "Kotlin",
  markdown: "Markdown",
  md: "Markdown",
  php: "PHP",
  py: "Python",
  python: "Python",
  python3: "Python",
  rb: "Ruby",
  rs: "Rust",
  ruby: "Ruby",
  rust: "Rust",
  sh: "Bash",
  sql: "SQL",
  swift: "Swift",
  ts: "TypeScript",
  typescript: "TypeScript",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
};

/** The canonical name of a language, or the given word when it is not known. */
export function languageName(word: string): string {
  const key = word.toLowerCase();
  return Object.hasOwn(names, key) ? (names[key] ?? word) : word;
}
