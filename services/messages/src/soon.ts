/**
 * What is here already, or will be. Whoever sends most often finds all that deciding needs in memory; then nothing waits, and a send makes one promise
 * instead of twenty (docs/performance.md, Messages).
 */
export type Soon<T> = T | Promise<T>;

/** What `make` makes of the value, at once when that is here. */
export function soon<T, R>(value: Soon<T>, make: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(make) : make(value);
}
