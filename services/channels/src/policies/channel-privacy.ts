import type { InputOf, updateChannel } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { holdsRealmPermission } from "@team-chat/policy";

import type { ChannelRow } from "../values/channel-row.ts";
import { type ActorAtInstallation, checkMayMakeWebPublic } from "./channel-settings.ts";
import { contentAccessRequired, insufficientPermission } from "./refusals.ts";

type Given = InputOf<typeof updateChannel>;
type Privacy = Pick<ChannelRow, "isPrivate" | "isWebPublic" | "historyPublicToSubscribers">;

/** User who changes the privacy; `mayRead` says if that user may read the channel's messages. */
interface PrivacyActor extends ActorAtInstallation {
  readonly mayRead: boolean;
}

/**
 * Plans the channel's privacy after the request, in the order of checks of docs/behaviour/channels.md#privacy. Only
 * whoever may read the messages decides who else may.
 * @throws BAD_REQUEST
 */
export function planPrivacy(given: Given, channel: ChannelRow, asked: PrivacyActor): Privacy {
  const after = proposedPrivacy(given, channel);
  checkConsistent(after);
  if (after.isPrivate && (given.is_default_stream ?? channel.isDefault))
    throw new AppError("BAD_REQUEST", "A default channel cannot be private.");
  const reports = asked.users.realm?.settings["moderation_request_channel_id"];
  if (!after.isPrivate && channel.isPrivate && reports === channel.id)
    throw new AppError("BAD_REQUEST", "Moderation request channel must be private.");
  const changed =
    after.isPrivate !== channel.isPrivate ||
    after.isWebPublic !== channel.isWebPublic ||
    after.historyPublicToSubscribers !== channel.historyPublicToSubscribers;
  if ((changed || given.is_private !== undefined) && !asked.mayRead) throw contentAccessRequired();
  if (changed) checkMayChange(channel, after, asked);
  return after;
}

/** Without word on history, what becomes private begins a new one and what becomes public shows all of it. */
function proposedPrivacy(given: Given, channel: ChannelRow): Privacy {
  const isPrivate = given.is_private ?? channel.isPrivate;
  const unsaid =
    given.is_private === undefined ? channel.historyPublicToSubscribers : !given.is_private;
  return {
    isPrivate,
    isWebPublic: given.is_web_public ?? channel.isWebPublic,
    historyPublicToSubscribers: given.history_public_to_subscribers ?? unsaid,
  };
}

function checkConsistent(privacy: Privacy): void {
  const { historyPublicToSubscribers, isPrivate, isWebPublic } = privacy;
  if ((isWebPublic && isPrivate) || (!isPrivate && !historyPublicToSubscribers))
    throw new AppError("BAD_REQUEST", "Invalid parameters");
}

function checkMayChange(before: Privacy, after: Privacy, asked: PrivacyActor): void {
  const { actor, users } = asked;
  const kind = after.isPrivate
    ? "can_create_private_channel_group"
    : "can_create_public_channel_group";
  if (after.isPrivate !== before.isPrivate && !holdsRealmPermission(actor, kind, users))
    throw insufficientPermission();
  if (after.isWebPublic && !before.isWebPublic) checkMayMakeWebPublic(asked);
}
