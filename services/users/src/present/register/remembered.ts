const kept = new WeakMap<object, Map<string, unknown>>();

/** What `make` makes of an object that never changes, made once for each name and forgotten with the object. */
export function remembered<T>(of: object, name: string, make: () => T): T {
  let made = kept.get(of);
  if (made === undefined) {
    made = new Map();
    kept.set(of, made);
  }
  if (made.has(name)) return made.get(name) as T;
  const value = make();
  made.set(name, value);
  return value;
}
