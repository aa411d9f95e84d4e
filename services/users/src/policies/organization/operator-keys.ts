import { createHash } from "node:crypto";

import { type OperatorScope, operatorScopes } from "@team-chat/contract";
import { isSame } from "@team-chat/identity";
import { z } from "zod";

const operatorKey = z.strictObject({
  /** Stands in the list of actions. */
  name: z.string().regex(/^[\w.@-]{1,60}$/),
  key: z.string().min(32).max(200),
  scope: z.enum(operatorScopes),
});

/** A key with which the operator's interface is used. */
export type OperatorKey = z.infer<typeof operatorKey>;

const operatorKeys = z
  .array(operatorKey)
  .min(1)
  .refine((keys) => new Set(keys.map(({ name }) => name)).size === keys.length);

/** Parses the keys of `OPERATOR_KEYS`; null when that is no list of them, each with a name of its own. */
export function parseOperatorKeys(text: string): readonly OperatorKey[] | null {
  try {
    return operatorKeys.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Finds the key that the header `Authorization` gives, in a time that says nothing about where keys differ. */
export function findOperatorKey(
  keys: readonly OperatorKey[],
  authorization: string | undefined,
): OperatorKey | undefined {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (given === undefined) return undefined;
  return keys.find(({ key }) => isSame(hashOf(key), hashOf(given)));
}

/** Tells whether a key may do what needs the scope: who may change may read, who may have secrets may change. */
export function hasScope({ scope }: OperatorKey, needed: OperatorScope): boolean {
  return operatorScopes.indexOf(scope) >= operatorScopes.indexOf(needed);
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
