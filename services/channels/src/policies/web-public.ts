import type { UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { holdsRealmPermission } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import { insufficientPermission } from "./refusals.ts";

/** Acting user, organization and installation. */
export interface ActorAtInstallation {
  readonly actor: UserRecord;
  readonly users: UserDirectory;
  /** True if the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
}

/**
 * Checks that the actor may make a channel web-public: installation, organization and actor must all allow it.
 * @throws BAD_REQUEST
 */
export function checkMayMakeWebPublic(asked: ActorAtInstallation): void {
  const { actor, users, webPublicStreams } = asked;
  const spectators = users.realm?.settings["enable_spectator_access"] === true;
  if (!webPublicStreams || !spectators)
    throw new AppError("BAD_REQUEST", "Web-public channels are not enabled.");
  if (!holdsRealmPermission(actor, "can_create_web_public_channel_group", users))
    throw insufficientPermission();
}
