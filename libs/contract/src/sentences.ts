/** Puts texts one behind the other as sentences: each ends with a full stop, unless it ends with a mark of its own. */
export function sentences(...texts: readonly (string | undefined)[]): string {
  return texts
    .map((text = "") => text.trim())
    .filter((text) => text !== "")
    .map((text) => (/[.!?:…]$/u.test(text) ? text : `${text}.`))
    .join(" ");
}
