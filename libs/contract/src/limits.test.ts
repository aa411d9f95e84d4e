import { describe, test } from "vitest";
import { z } from "zod";

import { json, operation, operations, text } from "./index.ts";
import type { Operation } from "./operation.ts";

/** Part of a JSON schema that this test looks at. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly prefixItems?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

const bounded = new Set(["number", "integer", "boolean", "null"]);

/** Lists the paths of values that this shape does not bound; a shape without keywords allows anything. */
function* unboundedIn(shape: Shape, at: string): Generator<string> {
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches) {
    for (const branch of branches) yield* unboundedIn(branch, at);
    return;
  }
  if (shape.enum !== undefined || shape.const !== undefined) return;
  if (shape.type === "string") {
    if (shape.maxLength === undefined) yield `${at}: a text of any length`;
  } else if (shape.type === "array") yield* unboundedInList(shape, at);
  else if (shape.type === "object") yield* unboundedInObject(shape, at);
  else if (typeof shape.type !== "string" || !bounded.has(shape.type)) yield `${at}: anything`;
}

function* unboundedInList({ items, maxItems, prefixItems }: Shape, at: string): Generator<string> {
  for (const [index, item] of (prefixItems ?? []).entries())
    yield* unboundedIn(item, `${at}[${index}]`);
  if (prefixItems && !items) return;
  if (maxItems === undefined) yield `${at}: a list of any length`;
  yield* unboundedIn(items ?? {}, `${at}[]`);
}

function* unboundedInObject(shape: Shape, at: string): Generator<string> {
  for (const [key, property] of Object.entries(shape.properties ?? {}))
    yield* unboundedIn(property, `${at}.${key}`);
  const { additionalProperties: others = false } = shape;
  if (others === false) return;
  if (shape.maxProperties === undefined) yield `${at}: a map of any size`;
  yield* unboundedIn({ type: "string", ...shape.propertyNames }, `${at}: key`);
  yield* unboundedIn(others === true ? {} : others, `${at}{}`);
}

function unboundedOf({ params }: Operation): string[] {
  return Object.entries(params).flatMap(([name, { schema }]) => {
    const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return [...unboundedIn(shape as Shape, name)];
  });
}

describe("every text, list and map in every parameter has a greatest size that is announced", () => {
  for (const one of operations)
    test(`every text, list and map in the parameters of ${one.name} has a greatest size that is announced`, ({
      expect,
    }) => {
      expect(unboundedOf(one)).toEqual([]);
    });
});

test("what has none is found wherever it is", ({ expect }) => {
  const name = z.string().max(10);
  const planted = operation({
    name: "planted",
    method: "POST",
    path: "/planted",
    owner: "messages",
    auth: "user",
    scope: "all",
    params: {
      title: text(z.string().optional()),
      tags: json(z.array(name).default([])),
      pairs: json(z.array(z.tuple([name, z.string()])).max(3)),
      either: json(z.union([z.int(), z.object({ ids: z.array(z.int()) })])),
      map: json(z.record(z.string(), name)),
      whatever: json(z.unknown()),
      fine: json(z.array(z.object({ name, kind: z.enum(["a", "b"]) })).max(3)),
    },
    response: z.object({}),
    errors: [],
    doc: "Planted",
  });
  expect(unboundedOf(planted)).toEqual([
    "title: a text of any length",
    "tags: a list of any length",
    "pairs[][1]: a text of any length",
    "either.ids: a list of any length",
    "map: a map of any size",
    "map: key: a text of any length",
    "whatever: anything",
  ]);
});
