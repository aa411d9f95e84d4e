/**
 * With its event around it the HTML must fit into one message of the stream (1 MB), whatever its characters take in
 * UTF-8.
 */
export const maxHtmlChars = 200_000;

const inText: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const inAttribute: Readonly<Record<string, string>> = { ...inText, '"': "&quot;" };
const inCode: Readonly<Record<string, string>> = { ...inAttribute, "'": "&#39;" };

/** Escapes text between tags; quotation marks stay as they are. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, (one) => inText[one] ?? one) : text;
}

/** Escapes the value of an attribute in double quotation marks. */
export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => inAttribute[one] ?? one);
}

/** Escapes text of a code block, where clients expect both kinds of quotation marks escaped. */
export function escapeCode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => inCode[one] ?? one);
}

/**
 * Writes an opening tag; attributes with the value null are left out, and they come in the order of the alphabet as
 * clients know them.
 */
export function openTag(
  name: string,
  attributes: Readonly<Record<string, string | null>> = {},
): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes))
    if (value !== null) tag += ` ${key}="${escapeAttribute(value)}"`;
  return `${tag}>`;
}
