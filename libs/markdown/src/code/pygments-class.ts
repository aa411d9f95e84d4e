/**
 * The class for each scope of the highlighter; the empty string for scopes whose inside is marked as if they were not
 * there.
 */
const classes: Readonly<Record<string, string>> = {
  addition: "gi",
  attr: "nt",
  attribute: "na",
  built_in: "nb",
  bullet: "k",
  char: "se",
  code: "sb",
  comment: "c1",
  deletion: "gd",
  doctag: "cs",
  emphasis: "ge",
  formula: "m",
  keyword: "k",
  link: "s",
  literal: "kc",
  meta: "cp",
  name: "nt",
  number: "mi",
  operator: "o",
  params: "",
  property: "na",
  punctuation: "p",
  quote: "ge",
  regexp: "sr",
  section: "gh",
  "selector-attr": "na",
  "selector-class": "nc",
  "selector-id": "nn",
  "selector-pseudo": "nd",
  "selector-tag": "nt",
  string: "s",
  strong: "gs",
  symbol: "ss",
  tag: "p",
  "template-tag": "cp",
  "template-variable": "nv",
  title: "nf",
  type: "kt",
  variable: "nv",
};
/** Scopes that say more in their second word. */
const refined: Readonly<Record<string, string>> = {
  class_: "nc",
  constant_: "no",
  escape_: "se",
  inherited__: "nc",
  language_: "bp",
};
/** Keywords that bring in names from elsewhere. */
const imports = new Set([
  "import",
  "from",
  "include",
  "require",
  "use",
  "using",
  "package",
  "namespace",
]);
/** Keywords that declare, in languages that have others besides. */
const declarations = new Set(["const", "let", "var", "function"]);
const constants = new Set(["true", "false", "null", "nil", "none", "undefined", "nullptr"]);
const wordOperators = new Set(["and", "or", "not", "in", "is"]);

/**
 * Returns the short class of Pygments for what stands in a scope of the highlighter; null when the scope says nothing.
 */
export function pygmentsClass(scopes: readonly string[], text: string): string | null {
  const [scope = "", more = ""] = scopes;
  const name = refined[more] ?? classes[scope] ?? "";
  if (name === "") return null;
  if (scope === "keyword") return keywordClass(text.trim().toLowerCase());
  if (scope === "number") return numberClass(text);
  if (scope === "string") return stringClass(text);
  if (scope === "comment") return commentClass(text);
  return name;
}

function keywordClass(word: string): string {
  if (imports.has(word)) return "kn";
  if (declarations.has(word)) return "kd";
  if (constants.has(word)) return "kc";
  return wordOperators.has(word) ? "ow" : "k";
}

function numberClass(text: string): string {
  if (/^0x/i.test(text)) return "mh";
  if (/^0b/i.test(text)) return "mb";
  if (/^0o/i.test(text)) return "mo";
  return /[.e]/i.test(text) ? "mf" : "mi";
}

function stringClass(text: string): string {
  if (text.includes('"""') || text.includes("'''")) return "sd";
  const [quote = ""] = /["'`]/.exec(text) ?? [];
  if (quote === "'") return "s1";
  return quote === "`" ? "sb" : "s2";
}

function commentClass(text: string): string {
  if (text.startsWith("#!")) return "ch";
  return /^(?:\/\*|\(\*|<!--|\{-)/.test(text) ? "cm" : "c1";
}
