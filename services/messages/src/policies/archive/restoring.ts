import type { InputOf, restoreMessages } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type AccessedChannel,
  type Actor,
  type Directories,
  hasMetadataAccess,
  isAdministrator,
} from "@team-chat/policy";

import type { ArchivedRecipient, Selection } from "../../values/archive.ts";
import type { Cutoffs } from "../../values/cutoffs.ts";
import { topicMeant } from "../message-text.ts";

/** Checks who has to do with deleted messages. @throws UNAUTHORIZED_PRINCIPAL */
export function checkMayRestore(actor: Actor): void {
  if (!isAdministrator(actor))
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}

/** Checks that the user may know of the channel that a request names, if any. @throws BAD_REQUEST */
export function checkArchiveChannel(
  actor: Actor,
  channelId: number | undefined,
  realm: Directories & {
    readonly channels: { readonly channels: ReadonlyMap<number, AccessedChannel> };
  },
): void {
  if (channelId === undefined) return;
  const channel = realm.channels.channels.get(channelId);
  if (!channel || !hasMetadataAccess(actor, channel, realm))
    throw new AppError("BAD_REQUEST", "Invalid channel ID");
}

/** Reads which messages are to come back. @throws BAD_REQUEST unless it is said in exactly one way */
export function parseSelection(input: InputOf<typeof restoreMessages>): Selection {
  const { deletion_id: deletionId, message_id: messageId, stream_id: channelId, topic } = input;
  const given = [deletionId, messageId, channelId].filter((id) => id !== undefined);
  if (given.length !== 1)
    throw new AppError("BAD_REQUEST", "Give one of deletion_id, message_id and stream_id.");
  if (topic !== undefined && channelId === undefined)
    throw new AppError("BAD_REQUEST", "A topic needs its channel: stream_id is missing.");
  return {
    deletionId: deletionId ?? null,
    messageId: messageId ?? null,
    channelId: channelId ?? null,
    topic: topic === undefined ? null : topicMeant(topic),
  };
}

/**
 * Checks that administrators may bring back what was found: direct messages that people deleted are their own business,
 * and read like those that are not there.
 * @throws BAD_REQUEST
 */
export function checkFound(place: ArchivedRecipient | null): asserts place is ArchivedRecipient {
  if (place === null || (place.channelId === null && place.reason !== "retention"))
    throw new AppError("BAD_REQUEST", "There is nothing to restore.");
}

/** Checks that anything came back. @throws BAD_REQUEST where all of it would be deleted again at once */
export function checkRestored(restored: number): void {
  if (restored > 0) return;
  throw new AppError(
    "BAD_REQUEST",
    "These messages are older than messages are kept there. Change the retention policy first.",
  );
}

/** Returns the time in UNIX milliseconds before which messages of the place would be deleted again at once. */
export function cutoffOfPlace({ channelId }: ArchivedRecipient, cutoffs: Cutoffs): number {
  if (channelId === null) return cutoffs.direct?.getTime() ?? 0;
  return cutoffs.channels.find((of) => of.channelId === channelId)?.before.getTime() ?? 0;
}
