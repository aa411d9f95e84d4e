import { type DefaultTreeAdapterTypes as Tree, parseFragment } from "parse5";

/** Elements of which nothing is said: what is hidden, and what says again what stands beside it. */
const silent = new Set(["annotation", "script", "style"]);
/** Elements after which something new begins. */
const blocks = new Set(["blockquote", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p"]);
const hiddenClass = "spoiler-content";

/** Makes the HTML of a message one line of text of at most so many characters; hidden parts stay hidden. */
export function plainText(html: string, maxCharacters: number): string {
  const text = textOf(parseFragment(html))
    // What is no character for people would only need room.
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
  const characters = [...text];
  return characters.length <= maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters - 1).join("")}…`;
}

function textOf(node: Tree.Node): string {
  if ("value" in node) return node.value;
  if (!("childNodes" in node) || ("attrs" in node && isSilent(node))) return "";
  const inner = node.childNodes.map((child) => textOf(child)).join("");
  return blocks.has(node.nodeName) ? `${inner} ` : inner;
}

function isSilent({ attrs, nodeName }: Tree.Element): boolean {
  if (silent.has(nodeName)) return true;
  return attrs.some(
    ({ name, value }) =>
      (name === "class" && value.split(" ").includes(hiddenClass)) ||
      (name === "aria-hidden" && value === "true"),
  );
}
