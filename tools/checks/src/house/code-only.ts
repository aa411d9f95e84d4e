const opening = /(?:^|[(,=:[!&|?{};+]|\b(?:return|of|in|case))\s*$/;

/**
 * Blanks comments, strings, regular expressions and the texts of templates, so that only code is left. Every character
 * and line stays where it was.
 */
export function codeOnly(text: string): string {
  let code = "";
  let at = 0;
  /** Depth of braces within each open template expression, the innermost last. */
  const depths: number[] = [];
  const skip = (end: number) => {
    code += text.slice(at, end).replaceAll(/[^\n]/g, " ");
    at = end;
  };
  while (at < text.length) {
    const [one = "", two] = [text[at], text[at + 1]];
    const depth = depths.at(-1);
    if (one === "/" && two === "/") skip(endOf(text, at, "\n") - 1);
    else if (one === "/" && two === "*") skip(endOf(text, at + 2, "*/"));
    else if (one === '"' || one === "'") skip(endOfQuoted(text, at + 1, one));
    else if (one === "/" && opening.test(code.slice(-20))) skip(endOfRegex(text, at + 1));
    else if (one === "`" || (one === "}" && depth === 0)) {
      if (one === "}") depths.pop();
      const end = endOfTemplateText(text, at + 1);
      if (text[end - 1] === "{") depths.push(0);
      skip(end);
    } else {
      if (depth !== undefined && (one === "{" || one === "}"))
        depths[depths.length - 1] = depth + (one === "{" ? 1 : -1);
      code += one;
      at += 1;
    }
  }
  return code;
}

function endOf(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length + 1 : end + mark.length;
}

/** Finds the end of a string; one that is not closed ends with its line. */
function endOfQuoted(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote || text[at] === "\n") return at + 1;
  }
  return text.length;
}

function endOfRegex(text: string, from: number): number {
  let isInClass = false;
  for (let at = from; at < text.length; at += 1) {
    const one = text[at];
    if (one === "\\") at += 1;
    else if (one === "[") isInClass = true;
    else if (one === "]") isInClass = false;
    else if (one === "\n" || (one === "/" && !isInClass)) return at + 1;
  }
  return text.length;
}

/** Finds the end of a template or the beginning of the next expression in it. */
function endOfTemplateText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "`") return at + 1;
    else if (text[at] === "$" && text[at + 1] === "{") return at + 2;
  }
  return text.length;
}
