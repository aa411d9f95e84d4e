import type { Operation } from "@team-chat/contract";

import { isNumericPath } from "../parameters/decode.ts";

/** Begins the path of every operation. */
export const apiPrefix = "/api/v1";

/** One part of an operation's path: a text that stands for itself, or a parameter. `rest` takes all further parts. */
export interface PathSegment {
  readonly kind: "literal" | "number" | "any" | "rest";
  /** The text, or the name of the parameter. */
  readonly text: string;
}

const parameterForm = /^\{(?<name>\w+)(?<rest>\*?)\}$/;

/**
 * Takes the path of an operation apart.
 * @throws when the path names a parameter that the operation does not declare
 */
export function segmentsOf(operation: Operation): readonly PathSegment[] {
  return operation.path
    .split("/")
    .slice(1)
    .map((segment): PathSegment => {
      const { name, rest } = parameterForm.exec(segment)?.groups ?? {};
      if (name === undefined) return { kind: "literal", text: segment };
      const param = operation.params[name];
      if (param?.wire !== "path")
        throw new Error(`${operation.name} declares no path parameter ${name}.`);
      if (rest === "*") return { kind: "rest", text: name };
      return { kind: isNumericPath(param) ? "number" : "any", text: name };
    });
}

/** Decodes percent-encoding part by part; a part with a stray percent sign stands for itself. */
export function decodePath(path: string): string {
  return path.includes("%") ? path.split("/").map(decodePart).join("/") : path;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Divides an address into path and query, the latter without the question mark. */
export function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf("?");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

/** Result of looking an address up; `allowed` lists the methods of an address that exists, but not with this method. */
export type RouteMatch<Entry> =
  | { readonly entry: Entry; readonly path: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] }
  | undefined;

export interface RouteTable<Entry> {
  /** `path` is without query and still percent-encoded; HEAD is answered by GET. */
  find(method: string, path: string): RouteMatch<Entry>;
  /** Lists the methods of an address, sorted; empty when it is unknown. */
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

/** Finds operations by method and path: literal segments win over numbers, numbers over anything else. */
export function createRouteTable<Entry>(
  entries: Iterable<readonly [Operation, Entry]>,
): RouteTable<Entry> {
  const root = emptyNode<Entry>();
  for (const [operation, entry] of entries) add(root, operation, entry);
  const locate = (path: string) =>
    path.startsWith(`${apiPrefix}/`)
      ? descend(root, path.slice(apiPrefix.length + 1).split("/"), 0)
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
  const segments = segmentsOf(operation);
  const { methods } = segments.reduce(childOf, root);
  if (methods.has(operation.method))
    throw new Error(`Two operations are ${operation.method} ${operation.path}.`);
  const names = segments.filter(({ kind }) => kind !== "literal").map(({ text }) => text);
  methods.set(operation.method, { entry, names });
}

function childOf<Entry>(node: Node<Entry>, { kind, text }: PathSegment): Node<Entry> {
  if (kind !== "literal") return (node[kind] ??= emptyNode());
  const child = node.literals.get(text) ?? emptyNode<Entry>();
  node.literals.set(text, child);
  return child;
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
  for (const [index, name] of names.entries()) path[name] = decodePath(values[index] ?? "");
  return path;
}

function sortedMethods<Entry>(node: Node<Entry>): readonly string[] {
  return [...node.methods.keys()].toSorted();
}
