import type { RegisterRequest } from "@team-chat/contract";
import { sectionsOf } from "@team-chat/register";

import type { RealmDirectories, RealmState } from "../../domain/realm-directories.ts";
import type { IncludeSubscribers } from "../../present/subscription-lists.ts";
import type { RealmChannels } from "../../values/realm-channels.ts";

/** One registration: who asks for what, and what is in memory, of the moment that rows are read at. */
export interface Registration extends RealmDirectories {
  readonly request: RegisterRequest;
  readonly includeSubscribers: IncludeSubscribers;
}

/** Types of the values that sections of this service are rendered from. */
export interface ChannelsRegistrations {
  readonly user: Registration;
  readonly spectator: RealmState;
  readonly known: RealmChannels;
}

/** Describes a section of this service. */
export const registerSection = sectionsOf<"channels", ChannelsRegistrations>();

/** Tells whether the client knows that channels can be archived. */
export function seesArchived({ request }: Pick<Registration, "request">): boolean {
  return request.capabilities["archived_channels"] === true;
}
