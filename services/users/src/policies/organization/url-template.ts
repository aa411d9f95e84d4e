const operators = new Set("+#./;?&");
/** A variable with its modifier: percent-encoded or plain names joined by dots, a prefix length below 10000 or `*`. */
const variable = /^(?<name>(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*)(?:\*|:[1-9]\d{0,3})?$/i;
/**
 * Characters that may stand outside of braces: all but control characters, space and `"'%<>\^`{|}`; a percent sign only
 * to encode.
 */
const literal = /^(?:[^\p{Cc} "'%<>\\^`{|}]|%[\da-f]{2})*$/iu;

/** Returns the names of an RFC 6570 template's variables in order; null when it is none (levels 1 to 4, section 2). */
export function templateVariables(template: string): readonly string[] | null {
  const names: string[] = [];
  // Split with a group yields literals at even and the contents of braces at odd places.
  for (const [index, part] of template.split(/\{([^{}]*)\}/).entries()) {
    if (index % 2 === 0) {
      if (!literal.test(part)) return null;
      continue;
    }
    const found = expressionVariables(part);
    if (found === null) return null;
    names.push(...found);
  }
  return names;
}

function expressionVariables(expression: string): readonly string[] | null {
  const list = operators.has(expression.slice(0, 1)) ? expression.slice(1) : expression;
  const names: string[] = [];
  for (const spec of list.split(",")) {
    const name = variable.exec(spec)?.groups?.["name"];
    if (name === undefined) return null;
    names.push(name);
  }
  return names;
}
