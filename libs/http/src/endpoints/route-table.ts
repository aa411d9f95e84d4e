import type { Operation } from "@team-chat/contract";

import { isNumericPath } from "../parameters/decode.ts";

/** Where an address leads; `allowed` lists the methods of an address that is known, but not with this method. */
export type Found<Entry> =
  | { readonly entry: Entry; readonly path: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }
  | undefined;

export interface RouteTable<Entry> {
  /** `path` is without query and still percent-encoded; HEAD is answered by GET. */
  find(method: string, path: string): Found<Entry>;
  /** The methods of an address, sorted; empty when it is unknown. */
  methodsOf(path: string): readonly string[];
}

interface Node<Entry> {
  readonly literals: Map<string, Node<Entry>>;
  number?: Node<Entry>;
  any?: Node<Entry>;
  rest?: Node<Entry>;
  readonly methods: Map<string, { readonly entry: Entry; readonly names: readonly string[] }>;
}

interface Match<Entry> {
  readonly node: Node<Entry>;
  readonly values: readonly string[];
}

const segmentForm = /^\{(?<name>\w+)(?<rest>\*?)\}$/;

/** Finds operations by method and path below `prefix`: literal segments win over numbers, numbers over anything else. */
export function createRouteTable<Entry>(
  entries: Iterable<readonly [Operation, Entry]>,
  prefix = "/api/v1",
): RouteTable<Entry> {
  const root = emptyNode<Entry>();
  for (const [operation, entry] of entries) add(root, operation, entry);
  const locate = (path: string) =>
    path.startsWith(`${prefix}/`)
      ? descend(root, path.slice(prefix.length + 1).split("/"), 0)
      : undefined;
  return {
    find(method, path) {
      const match = locate(path);
      if (match === undefined) return undefined;
      const route = match.node.methods.get(method === "HEAD" ? "GET" : method);
      if (route === undefined) return { allowed: sortedMethods(match.node) };
      return { entry: route.entry, path: named(route.names, match.values) };
    },
    methodsOf(path) {
      const match = locate(path);
      return match === undefined ? [] : sortedMethods(match.node);
    },
  };
}

function emptyNode<Entry>(): Node<Entry> {
  return { literals: new Map(), methods: new Map() };
}

function add<Entry>(root: Node<Entry>, operation: Operation, entry: Entry): void {
  const names: string[] = [];
  let node = root;
  for (const segment of operation.path.split("/").slice(1)) {
    const { name, rest } = segmentForm.exec(segment)?.groups ?? {};
    node =
      name === undefined
        ? literal(node, segment)
        : variable(node, operation, { name, rest: rest === "*" });
    if (name !== undefined) names.push(name);
  }
  if (node.methods.has(operation.method))
    throw new Error(`Two operations are ${operation.method} ${operation.path}.`);
  node.methods.set(operation.method, { entry, names });
}

function literal<Entry>(node: Node<Entry>, segment: string): Node<Entry> {
  const next = node.literals.get(segment) ?? emptyNode<Entry>();
  node.literals.set(segment, next);
  return next;
}

function variable<Entry>(
  node: Node<Entry>,
  operation: Operation,
  segment: { name: string; rest: boolean },
): Node<Entry> {
  const param = operation.params[segment.name];
  if (param?.wire !== "path")
    throw new Error(`${operation.name} declares no path parameter ${segment.name}.`);
  if (segment.rest) return (node.rest ??= emptyNode());
  return isNumericPath(param) ? (node.number ??= emptyNode()) : (node.any ??= emptyNode());
}

function descend<Entry>(
  node: Node<Entry>,
  segments: readonly string[],
  at: number,
): Match<Entry> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods.size === 0 ? undefined : { node, values: [] };
  if (segment === "") return undefined;
  return (
    descendInto(node.literals.get(segment), segments, at) ??
    (/^\d+$/.test(segment)
      ? prepend(segment, descendInto(node.number, segments, at))
      : undefined) ??
    prepend(segment, descendInto(node.any, segments, at)) ??
    (node.rest === undefined
      ? undefined
      : { node: node.rest, values: [segments.slice(at).join("/")] })
  );
}

function descendInto<Entry>(
  node: Node<Entry> | undefined,
  segments: readonly string[],
  at: number,
): Match<Entry> | undefined {
  return node === undefined ? undefined : descend(node, segments, at + 1);
}

function prepend<Entry>(value: string, match: Match<Entry> | undefined): Match<Entry> | undefined {
  return match === undefined ? undefined : { node: match.node, values: [value, ...match.values] };
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const path: Record<string, string> = {};
  for (const [index, name] of names.entries()) path[name] = decoded(values[index] ?? "");
  return path;
}

/** Percent-decoded; text with a stray percent sign stands for itself. */
function decoded(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function sortedMethods<Entry>(node: Node<Entry>): readonly string[] {
  return [...node.methods.keys()].toSorted();
}
