import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { createIdentitySigner, type IdentitySigner } from "@team-chat/identity";

import type { Stack } from "../stack.ts";

/** Returns the address of one of the stack's services, and the key under which it listens to others. */
export async function signService(
  stack: Stack,
  name: string,
): Promise<{ readonly origin: string; readonly signer: IdentitySigner }> {
  const { port } = await stack.process(name);
  return {
    origin: `http://127.0.0.1:${port}`,
    signer: createIdentitySigner(await readIdentityKey(stack)),
  };
}

/** Reads the key that signs identities in the stack. */
export async function readIdentityKey(stack: Stack): Promise<string> {
  const secrets: unknown = JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8"));
  return (secrets as { readonly identityKey: string }).identityKey;
}
