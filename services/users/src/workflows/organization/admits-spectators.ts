import { getSpectatorAccess } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/**
 * Tells whether people without an account are let into the organization. Channels decides, as it has the rest of what
 * this depends on; most organizations need no question (docs/behaviour/api.md#requests-without-an-account).
 * @throws SERVICE_UNAVAILABLE
 */
export async function admitsSpectators(ctx: Context, realm: RealmRow): Promise<boolean> {
  if (!ctx.webPublicStreams || !completeSettings(realm.settings).enable_spectator_access)
    return false;
  const { id: realmId } = realm;
  const self = { kind: "service", name: "users" } as const;
  const { admitted } = await ctx.channels.call(getSpectatorAccess, self, { realmId }, { realmId });
  return admitted;
}
