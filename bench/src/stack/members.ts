import { addRealmUser, listRealms, roles } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";

import { inParallel } from "../load/in-parallel.ts";
import type { Stack } from "../stack.ts";
import { signService } from "./sign-service.ts";

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
}

// The name under which the services know the operator's own calls.
const operator: Identity = { kind: "service", name: "realm" };

/**
 * Ensures the first `count` bench members of the root organization, made when missing. They have keys but no passwords,
 * whose hashing would take a minute for a thousand of them.
 */
export async function ensureMembers(stack: Stack, count: number): Promise<Member[]> {
  return await askUsers(stack, async (users) => {
    const realmId = await rootRealmId(users);
    return await inParallel({ count, concurrency: 8 }, async (index) => {
      const email = `bench-${index}@example.com`;
      const user = { email, fullName: `Bench ${index}`, role: roles.member, password: null };
      return await users.call(addRealmUser, operator, { ...user, realmId }, { realmId });
    });
  });
}

/** Ensures that there is somebody of an organization beside the root one. @throws Error when the stack has none */
export function ensureNeighbour(
  stack: Stack,
): Promise<{ readonly subdomain: string; readonly credentials: Member }> {
  return askUsers(stack, async (users) => {
    const { realms } = await users.call(listRealms, operator, {}, { realmId: 0 });
    const realm = realms.find(({ deactivated, subdomain }) => !deactivated && subdomain !== "");
    if (realm === undefined) throw new Error("the stack has one organization only");
    const { id: realmId, subdomain } = realm;
    const user = { email: "bench@example.com", fullName: "Bench", role: roles.member };
    const asked = { ...user, password: null, realmId };
    return { subdomain, credentials: await users.call(addRealmUser, operator, asked, { realmId }) };
  });
}

/** Finds the id of the root organization. */
export function findRootRealm(stack: Stack): Promise<number> {
  return askUsers(stack, rootRealmId);
}

async function askUsers<T>(stack: Stack, ask: (users: ServiceClient) => Promise<T>): Promise<T> {
  const { signer, origin } = await signService(stack, "users");
  const users = createServiceClient(origin, { name: "users", signer });
  try {
    return await ask(users);
  } finally {
    await users.close();
  }
}

async function rootRealmId(users: ServiceClient): Promise<number> {
  const { realms } = await users.call(listRealms, operator, {}, { realmId: 0 });
  const root = realms.find(({ subdomain }) => subdomain === "");
  if (root === undefined) {
    throw new Error("the stack has no root organization");
  }
  return root.id;
}
