import type { createChannel, InputOf, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { checkChannelName, isGuest } from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import { nameKey } from "../values/realm-channels.ts";
import { checkMayCreate, checkNewChannelSettings, type NewChannelFacts } from "./new-channel.ts";
import { guestsRefused } from "./refusals.ts";
import { resolvePrincipals } from "./subscribers.ts";

interface CreatePlan {
  readonly facts: NewChannelFacts;
  readonly requested: { readonly name: string; readonly key: string; readonly description: string };
  readonly principals: readonly UserRecord[];
}

/**
 * Decides everything about `POST /channels/create`, by the rules of subscribing to a missing channel. Whether a name is
 * taken, also by a hidden channel, is told only to those who may create.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, REQUEST_VARIABLE_INVALID, CHANNEL_ALREADY_EXISTS
 */
export function planCreate(
  given: InputOf<typeof createChannel>,
  { actor, channels, users }: RealmDirectories,
  { webPublicStreams }: { readonly webPublicStreams: boolean },
): CreatePlan {
  if (isGuest(actor)) throw guestsRefused();
  const creation = { actor, users, webPublicStreams };
  const facts = checkNewChannelSettings(given, creation);
  const name = checkChannelName(given.name);
  checkMayCreate(facts, creation);
  if (channels.findByName(name))
    throw new AppError("CHANNEL_ALREADY_EXISTS", `Channel '${name}' already exists`);
  const { subscribers } = given;
  return {
    facts,
    requested: { name, key: nameKey(name), description: given.description },
    principals: subscribers.length === 0 ? [] : resolvePrincipals(subscribers, actor, { users }),
  };
}
