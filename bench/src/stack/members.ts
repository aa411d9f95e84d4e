import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { addRealmUser, listRealms, roles } from "@team-chat/contract";
import { createServicePool } from "@team-chat/http";
import { createIdentitySigner, type Identity } from "@team-chat/identity";

import { inParallel } from "../load/in-parallel.ts";
import type { Stack } from "../stack.ts";

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
}

// The name under which the services know the operator's own calls.
const operator: Identity = { kind: "service", name: "realm" };

/**
 * The first `count` bench members of the root organization, made when missing. They have keys but no passwords, whose
 * hashing would take a minute for a thousand of them.
 */
export async function ensureMembers(stack: Stack, count: number): Promise<Member[]> {
  const { port } = await stack.process("users");
  const secrets: unknown = JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8"));
  const { identityKey } = secrets as { readonly identityKey: string };
  const signer = createIdentitySigner(identityKey);
  const users = createServicePool(`http://127.0.0.1:${port}`, { name: "users", signer });
  try {
    const { realms } = await users.call(listRealms, operator, {}, { realmId: 0 });
    const root = realms.find(({ subdomain }) => subdomain === "");
    if (root === undefined) {
      throw new Error("the stack has no root organization");
    }
    const realmId = root.id;
    return await inParallel({ count, concurrency: 8 }, async (index) => {
      const email = `bench-${index}@example.com`;
      const user = { email, fullName: `Bench ${index}`, role: roles.member, password: null };
      return await users.call(addRealmUser, operator, { ...user, realmId }, { realmId });
    });
  } finally {
    await users.close();
  }
}
