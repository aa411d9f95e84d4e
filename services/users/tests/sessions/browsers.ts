import { checkSession, createSession } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { type Name, password } from "../people.ts";
import type { World } from "../world.ts";

/** Logs somebody in with a browser; returns the token and the identity of requests with it. */
export async function browser(
  world: World,
  name: Name,
  client = "Mozilla/5.0",
): Promise<{ readonly token: string; readonly sessionId: number; readonly identity: Caller }> {
  const { email, identity } = world.people[name];
  const given = { username: email, password, client, address: "192.0.2.1" };
  const { token } = await world.call(createSession, { realmId: world.realm.id, ...given });
  const checked = await ownerOf(world, token);
  if (!checked.valid) throw new Error("A new session is not valid.");
  const { sessionId } = checked;
  return { token, sessionId, identity: { ...identity, sessionId } };
}

/** Asks whose session a token is. */
export function ownerOf(world: World, token: string) {
  return world.call(checkSession, { realmId: world.realm.id, token });
}
