import type { InputOf, unsubscribe, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { checkChannelName, hasMetadataAccess } from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { nameKey } from "../values/realm-channels.ts";
import { insufficientPermission } from "./refusals.ts";
import { isOwnBot, mayRemoveSubscribers, resolvePrincipals } from "./subscribers.ts";

interface UnsubscribePlan {
  readonly channels: readonly ChannelRow[];
  readonly principals: readonly UserRecord[];
}

/**
 * Plans `DELETE /users/me/subscriptions`: users and channels. Everybody may leave, and take their own bots along.
 * @throws BAD_REQUEST, the same for channels that do not exist and those the actor may not know of
 */
export function planUnsubscribe(
  given: InputOf<typeof unsubscribe>,
  directories: RealmDirectories & { readonly unseen: ReadonlySet<number> },
): UnsubscribePlan {
  const { actor, unseen, users } = directories;
  const channels = findNamedChannels(given.subscriptions, directories);
  const principals = resolvePrincipals(given.principals, actor, { users, unseen });
  const others = principals.some((user) => user.id !== actor.id && !isOwnBot(actor, user));
  if (others && !channels.every((channel) => mayRemoveSubscribers(actor, channel, directories)))
    throw insufficientPermission();
  return { channels, principals };
}

function findNamedChannels(
  names: readonly string[],
  directories: RealmDirectories,
): readonly ChannelRow[] {
  const found = new Map<number, ChannelRow>();
  const unknown = new Map<string, string>();
  for (const given of names) {
    const name = checkChannelName(given);
    const channel = directories.channels.findByName(name);
    if (channel && hasMetadataAccess(directories.actor, channel, directories))
      found.set(channel.id, channel);
    else unknown.set(nameKey(name), name);
  }
  if (unknown.size > 0) {
    throw new AppError(
      "BAD_REQUEST",
      `Channel(s) (${[...unknown.values()].join(", ")}) do not exist`,
    );
  }
  return [...found.values()];
}
