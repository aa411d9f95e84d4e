import type { Operation } from "@team-chat/contract";

import { apiPrefix, type PathSegment, segmentsOf } from "./route-table.ts";

/** One address of the API with the operations that it has, by method. */
export interface Address<Entry> {
  /** Matches the whole path, percent-encoded, with one group for each parameter. */
  readonly pattern: RegExp;
  readonly methods: ReadonlyMap<Operation["method"], Named<Entry>>;
}

interface Named<Entry> {
  readonly entry: Entry;
  /** Names of the parameters in the path, in their order. */
  readonly names: readonly string[];
}

/** Kinds of parts of a path, in the order in which they are looked for. */
const kinds: readonly PathSegment["kind"][] = ["literal", "number", "any", "rest"];

/**
 * Lists the addresses of operations in an order in which the first that matches a path is the one that
 * `createRouteTable` finds: texts come before numbers, and numbers before anything else.
 */
export function addressesOf<Entry>(
  entries: Iterable<readonly [Operation, Entry]>,
): readonly Address<Entry>[] {
  const addresses = new Map<string, Map<Operation["method"], Named<Entry>>>();
  const orders = new Map<string, string>();
  for (const [operation, entry] of entries) {
    const segments = segmentsOf(operation);
    const source = `^${apiPrefix}/${segments.map(patternOf).join("/")}$`;
    const methods = addresses.get(source) ?? new Map<Operation["method"], Named<Entry>>();
    const names = segments.filter(({ kind }) => kind !== "literal").map(({ text }) => text);
    addresses.set(source, methods.set(operation.method, { entry, names }));
    orders.set(source, segments.map(({ kind }) => kinds.indexOf(kind)).join(""));
  }
  const orderOf = (source: string) => orders.get(source) ?? "";
  return [...addresses]
    .toSorted(([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .map(([source, methods]) => ({ pattern: new RegExp(source), methods }));
}

function patternOf({ kind, text }: PathSegment): string {
  switch (kind) {
    case "literal":
      return text.replaceAll(".", String.raw`\.`);
    case "number":
      return String.raw`(\d+)`;
    case "any":
      return "([^/]+)";
    case "rest":
      return "([^/][^]*)";
  }
}
