import { type InputOf, listLimits, type subscribe, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { checkChannelName, hasContentAccess, isGuest } from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { normalizeColor } from "../values/personal.ts";
import { nameKey } from "../values/realm-channels.ts";
import { checkMayCreate, checkNewChannelSettings, type NewChannelFacts } from "./new-channel.ts";
import { guestsRefused, insufficientPermission, tooManyNewChannels } from "./refusals.ts";
import {
  checkMemberships,
  mayAddSubscribers,
  namesOthers,
  resolvePrincipals,
} from "./subscribers.ts";

type Given = InputOf<typeof subscribe>;

/** A channel that a request names, each once. */
interface RequestedChannel {
  readonly name: string;
  readonly key: string;
  readonly description: string;
  readonly color: string | undefined;
}

/** Everything that a subscribe request will do, allowed as a whole. */
export interface SubscribePlan {
  readonly facts: NewChannelFacts;
  readonly missing: readonly RequestedChannel[];
  readonly existing: readonly ChannelRow[];
  /** Names of channels left out because their messages may not be read. */
  readonly unauthorized: readonly string[];
  readonly principals: readonly UserRecord[];
  /** By the key of the channel's name. */
  readonly colors: ReadonlyMap<string, string>;
}

interface PlanOptions {
  readonly webPublicStreams: boolean;
}

/**
 * Decides everything about `POST /users/me/subscriptions` in the order of docs/behaviour/subscriptions.md#subscribing.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, REQUEST_VARIABLE_INVALID
 */
export function planSubscribe(
  given: Given,
  directories: RealmDirectories,
  { webPublicStreams }: PlanOptions,
): SubscribePlan {
  const { actor, channels, users } = directories;
  if (isGuest(actor)) throw guestsRefused();
  const creation = { actor, users, webPublicStreams };
  const facts = checkNewChannelSettings(given, creation);
  const requested = requestedChannels(given);
  const missing = requested.filter(({ name }) => !channels.findByName(name));
  if (missing.length > 0) checkMayCreate(facts, creation);
  if (missing.length > listLimits.newChannels) throw tooManyNewChannels();
  const known = requested.flatMap(({ name }) => channels.findByName(name) ?? []);
  const existing = known.filter((channel) => hasContentAccess(actor, channel, directories));
  const refused = known.filter((channel) => !existing.includes(channel));
  checkRefused(refused, given.authorization_errors_fatal);
  const others = namesOthers(given.principals, actor);
  if (others && !existing.every((channel) => mayAddSubscribers(actor, channel, directories)))
    throw insufficientPermission();
  const principals = resolvePrincipals(given.principals, actor, { users });
  checkMemberships(missing.length + existing.length, principals.length);
  return {
    facts,
    missing,
    existing,
    unauthorized: refused.map((channel) => channel.name),
    principals,
    colors: new Map(
      requested.flatMap(({ key, color }) => (color === undefined ? [] : [[key, color] as const])),
    ),
  };
}

function requestedChannels(given: Given): readonly RequestedChannel[] {
  const requested = new Map<string, RequestedChannel>();
  for (const { name: text, description = "", color } of given.subscriptions) {
    const name = checkChannelName(text);
    const key = nameKey(name);
    if (requested.has(key)) continue;
    const normalized = color === undefined ? undefined : normalizeColor(color);
    requested.set(key, { name, key, description, color: normalized });
  }
  return [...requested.values()];
}

function checkRefused([first]: readonly ChannelRow[], fatal: boolean): void {
  if (first && fatal)
    throw new AppError("BAD_REQUEST", `Unable to access channel (${first.name}).`);
}
