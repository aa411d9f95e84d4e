import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { z } from "zod";

import { internalOperationsOf, loadContract } from "../contract/load-contract.ts";
import type { Generated } from "./generated-file.ts";
import { type Shapes, shapesOf, wireChanges } from "./wire-shapes.ts";

/** One line for each fact, in order. */
const recorded = "tools/checks/wire.txt";

/**
 * Computes the record of what processes of two releases have to agree about, to which it only adds, and finds what
 * differs from it: numbers of frames, names of buckets and consumers, bundles, descriptors of queues, internal calls.
 */
export async function wireRecord(root: string): Promise<Generated[]> {
  const contract = await loadContract(root);
  if (contract === null || !existsSync(join(root, "libs/rpc/src/protocol.ts"))) return [];
  const now: Shapes = new Map([
    ...(await numbers(root)),
    ...(await names(root)),
    ...shapesOf(contract["bundle"] as z.ZodType, "bundle"),
    ...shapesOf(
      await exported(root, "services/events/src/values/descriptor.ts", "descriptorSchema"),
      "descriptor",
    ),
    ...internalOperationsOf(contract).flatMap(({ reference, ...call }) => {
      const { input, output } = call as unknown as Readonly<Record<"input" | "output", z.ZodType>>;
      return [
        ...shapesOf(input, `calls.${reference}.input`),
        ...shapesOf(output, `calls.${reference}.output`),
      ];
    }),
  ]);
  const before = readRecord(root);
  const all = [...new Map([...now, ...before])].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const content = all.map(([path, kind]) => `${path} = ${kind}\n`).join("");
  return [
    { path: recorded, content },
    ...wireChanges(before, now).map((message) => ({
      file: recorded,
      message: `${message} (docs/operations/releases.md)`,
    })),
  ];
}

/** Lists the numbers of frames. */
async function numbers(root: string): Promise<Shapes> {
  const protocols = {
    every: "frames/frame.ts",
    requests: "protocol.ts",
    polls: "polls/poll-protocol.ts",
  };
  const found = new Map<string, string>();
  for (const [protocol, file] of Object.entries(protocols)) {
    const types = await exported<Readonly<Record<string, number>>>(
      root,
      `libs/rpc/src/${file}`,
      "frameType",
    );
    for (const [name, type] of Object.entries(types))
      found.set(`frames.${protocol}.${name}`, String(type));
  }
  return found;
}

/** Lists the names of buckets, and of durable consumers with their sources. */
async function names(root: string): Promise<Shapes> {
  const found = new Map<string, string>();
  for (const kind of ["buckets", "durables"]) {
    const named = await exported<Readonly<Record<string, string>>>(
      root,
      "libs/nats/src/durables.ts",
      kind,
    );
    for (const [name, value] of Object.entries(named)) found.set(`${kind}.${name}`, value);
  }
  return found;
}

async function exported<Value>(root: string, file: string, name: string): Promise<Value> {
  const module = (await import(pathToFileURL(join(root, file)).href)) as Readonly<
    Record<string, unknown>
  >;
  return module[name] as Value;
}

function readRecord(root: string): Shapes {
  const path = join(root, recorded);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(" = ");
      return [line.slice(0, at), line.slice(at + 3)];
    }),
  );
}
