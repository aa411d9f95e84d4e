import { type Bundle, hasType } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { settleUsers } from "../workflows/realm/change-realm.ts";

/** Events of the users service after which somebody may see other channels than before. */
const relevant: ReadonlySet<string> = new Set(["realm_user", "user_group"]);

/** Tells whether channels may have to do something after a bundle of the users service, by its facts. */
export const concernsChannels = hasType(relevant);

/**
 * Tells clients what changed users mean for channels (docs/subsystems/channels.md, "When users change"). Whether
 * anything is to be told is decided by what users says now and what was told last, so it does not matter how often, how
 * late, in what order or how many at a time bundles come.
 */
export async function followUsers(ctx: Context, bundles: readonly Bundle[]): Promise<void> {
  const realms = bundles
    .filter(({ events }) => events.some(({ event }) => relevant.has(event.type)))
    .map(({ realm }) => realm);
  for (const realm of new Set(realms)) await settle(ctx, realm);
}

async function settle(ctx: Context, realmId: number): Promise<void> {
  try {
    await settleUsers(ctx, realmId);
  } catch (error) {
    // Nobody is left to be told anything.
    if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
  }
}
