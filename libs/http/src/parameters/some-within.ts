/**
 * Tells whether a JSON value or anything within it, keys of objects included, passes the test. Works without recursion,
 * since values may be nested as deeply as a body is long.
 */
export function someWithin(value: unknown, test: (leaf: unknown) => boolean): boolean {
  const left = [[value]] as object[];
  const passes = (part: unknown) => {
    if (typeof part !== "object" || part === null) return test(part);
    left.push(part);
    return false;
  };
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const parts: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (parts.some(passes) || (parts !== one && Object.keys(one).some(test))) return true;
  }
  return false;
}
