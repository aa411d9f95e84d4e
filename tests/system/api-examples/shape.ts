/**
 * The places of a JSON value with the types found there, sorted; those of objects whose fields are ids or names count
 * as one.
 */
export function shapeOf(value: unknown): readonly string[] {
  const places = new Set<string>();
  walk(value, "", places);
  return [...places].toSorted();
}

function walk(value: unknown, at: string, places: Set<string>): void {
  if (Array.isArray(value)) {
    places.add(`${at}: list`);
    for (const item of value) walk(item, `${at}[]`, places);
    return;
  }
  if (typeof value !== "object" || value === null) {
    places.add(`${at}: ${value === null ? "null" : typeof value}`);
    return;
  }
  places.add(`${at}: object`);
  for (const [name, part] of Object.entries(value)) walk(part, `${at}.${name}`, places);
}
