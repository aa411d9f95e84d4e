import { checkApiKey, createApiKey, type InputOf, type OutputOf } from "@team-chat/contract";

import type { Name } from "../people.ts";
import type { World } from "../world.ts";

type Given = Partial<InputOf<typeof createApiKey>>;

/** Makes a key of somebody's own, or of another account that is given. */
export function makeKey(
  world: World,
  name: Name,
  given: Given = {},
): Promise<OutputOf<typeof createApiKey>> {
  const own = { user_id: world.people[name].id, name: "Backups", scopes: ["read" as const] };
  return world.request(name, createApiKey, { ...own, ...given });
}

/** Asks whose a key is, as gateways do. */
export function keyOwner(world: World, name: Name, apiKey: string) {
  const { email } = world.people[name];
  return world.call(checkApiKey, { realmId: world.realm.id, email, apiKey, knowsScopes: true });
}
