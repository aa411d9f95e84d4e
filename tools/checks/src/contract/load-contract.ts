import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { z } from "zod";

/** Fields of an operation that the checks need. */
export interface DeclaredOperation {
  readonly name: string;
  readonly owner: string;
  readonly doc?: string;
  readonly params?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
  readonly response?: z.ZodObject;
}

/** Parts of the contract that the checks need. */
export interface Contract {
  readonly operations: readonly DeclaredOperation[];
  /** Sections by the service that answers them. */
  readonly initialData?: Readonly<
    Record<string, Readonly<Record<string, { readonly continuedBy: unknown }>>>
  >;
  readonly buildOpenApi?: (
    operations: readonly DeclaredOperation[],
    examples: ReadonlyMap<string, unknown>,
  ) => object;
  /** Whatever else it exports. */
  readonly [name: string]: unknown;
}

/**
 * Loads the contract of the checked tree, which in tests is not the one of this repository; null when there is none.
 */
export async function loadContract(root: string): Promise<Contract | null> {
  const path = join(root, "libs/contract/src/index.ts");
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as Contract) : null;
}

/** A call from one service to another. */
export interface DeclaredCall extends DeclaredOperation {
  /** Reference in code: the name of the contract's export, perhaps with that of a member. */
  readonly reference: string;
}

/** Lists the operations that services serve to each other, in order of the exports' names. */
export function internalOperationsOf(contract: Contract): DeclaredCall[] {
  return Object.entries(contract).flatMap(([name, value]) =>
    isCall(value)
      ? [{ ...value, reference: name }]
      : membersOf(value).flatMap(([member, call]) =>
          isCall(call) ? [{ ...call, reference: `${name}.${member}` }] : [],
        ),
  );
}

function membersOf(value: unknown): [string, unknown][] {
  const isPlain =
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.entries(value) : [];
}

/** Tells whether it has what internal operations have and public ones lack: one schema for all of its input. */
function isCall(value: unknown): value is DeclaredOperation {
  const isObject = typeof value === "object" && value !== null;
  return isObject && "owner" in value && "input" in value && !("method" in value);
}
