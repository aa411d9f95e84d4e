import {
  type ChannelRecord,
  type ChannelsState,
  type GroupRecord,
  unknownUserName,
  type UserRecord,
  type UsersState,
} from "@team-chat/contract";

import {
  type Belongings,
  everybodysTypes,
  hearsOfFile,
  hearsOfInvites,
  personalTypes,
} from "../belongings.ts";
import { numbers, type Row, rows } from "../state.ts";

/** Stored state of an organization, without any decision about it. */
export interface Truth {
  readonly users: ReadonlyMap<number, UserRecord>;
  readonly groups: ReadonlyMap<number, GroupRecord>;
  readonly channels: ReadonlyMap<number, ChannelRecord>;
  /** `channel:user` of everybody who is subscribed. */
  readonly members: ReadonlySet<string>;
  /** True if guests see only people whom they have to do with. */
  readonly limitsGuests: boolean;
}

/** Past and present place of each message: a channel, or the people of a conversation. */
type Recipients = ReadonlyMap<number, readonly Recipient[]>;

export type Recipient = { readonly channelId: number } | { readonly userIds: readonly number[] };

/** User who gets an event, with the choices of the client. */
interface Hearer {
  readonly userId: number;
  readonly allPublic: boolean;
}

export function truthOf(users: UsersState, channels: ChannelsState): Truth {
  const members = channels.memberships.filter(({ active }) => active);
  const everyone = users.groups.find(({ name }) => name === "role:everyone");
  return {
    users: new Map(users.users.map((one) => [one.id, one])),
    groups: new Map(users.groups.map((one) => [one.id, one])),
    channels: new Map(channels.channels.map((one) => [one.id, one])),
    members: new Set(members.map(({ channelId, userId }) => `${channelId}:${userId}`)),
    limitsGuests: users.realm?.settings["can_access_all_users_group"] !== everyone?.id,
  };
}

const guest = 600;
const administrator = 200;

function isInGroup(truth: Truth, userId: number, groupId: number): boolean {
  const pending = [groupId];
  const seen = new Set<number>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const group = seen.has(id) ? undefined : truth.groups.get(id);
    seen.add(id);
    if (group?.members.includes(userId) === true) return true;
    pending.push(...(group?.subgroups ?? []));
  }
  return false;
}

function isNamed(
  truth: Truth,
  channel: ChannelRecord,
  { name, userId }: { name: string; userId: number },
) {
  const value = channel.permissions[name];
  if (value === undefined) return false;
  if (typeof value === "number") return isInGroup(truth, userId, value);
  return (
    value.direct_members.includes(userId) ||
    value.direct_subgroups.some((one) => isInGroup(truth, userId, one))
  );
}

/** Tells whether the user may know that the channel exists (docs/behaviour/channels.md#access). */
function knowsChannel(truth: Truth, channelId: number, userId: number): boolean {
  const channel = truth.channels.get(channelId);
  const user = truth.users.get(userId);
  if (!channel || !user) return false;
  if (channel.isWebPublic || truth.members.has(`${channelId}:${userId}`)) return true;
  if (user.role >= guest) return false;
  if (!channel.isPrivate || user.role <= administrator) return true;
  return ["can_subscribe_group", "can_add_subscribers_group", "can_administer_channel_group"].some(
    (name) => isNamed(truth, channel, { name, userId }),
  );
}

/**
 * Tells whether the user may get events of the channel or conversation: subscribers, with `all_public_streams` others,
 * and the people of a conversation.
 */
function hearsIn(truth: Truth, recipient: Recipient, { allPublic, userId }: Hearer): boolean {
  if ("userIds" in recipient) return recipient.userIds.includes(userId);
  const channel = truth.channels.get(recipient.channelId);
  const user = truth.users.get(userId);
  if (!channel || !user) return false;
  if (truth.members.has(`${recipient.channelId}:${userId}`)) return true;
  if (allPublic && !channel.isPrivate && user.role < guest) return true;
  // Of messages that they have received or could fetch, clients are told also after unsubscribing.
  if (channel.isWebPublic || (!channel.isPrivate && user.role < guest)) return true;
  return (
    user.role < guest &&
    ["can_subscribe_group", "can_add_subscribers_group"].some((name) =>
      isNamed(truth, channel, { name, userId }),
    )
  );
}

/**
 * Tells whether a guest may know who a user is: bots, and whoever is in one of the guest's channels or conversations
 * (docs/subsystems/users.md, Guests' visibility).
 */
function seesUser(truth: Truth, userId: number, { hearer, recipients }: Heard): boolean {
  const viewer = truth.users.get(hearer.userId);
  if (!truth.limitsGuests || (viewer?.role ?? guest) < guest || userId === hearer.userId)
    return true;
  if (truth.users.get(userId)?.isBot === true) return true;
  for (const channelId of truth.channels.keys())
    if ([userId, hearer.userId].every((id) => truth.members.has(`${channelId}:${id}`))) return true;
  const conversations = [...recipients.values()]
    .flat()
    .filter((recipient) => "userIds" in recipient);
  return conversations.some(({ userIds }) =>
    [userId, hearer.userId].every((id) => userIds.includes(id)),
  );
}

/** Whoever is not seen is called unknown, and nobody else is. */
function isNamedRightly(truth: Truth, who: Row, heard: Heard): boolean {
  const isUnknown = who["full_name"] === unknownUserName;
  return isUnknown !== seesUser(truth, Number(who["user_id"]), heard);
}

function recipientOf(message: Row): Recipient {
  if (message["type"] === "stream") return { channelId: Number(message["stream_id"]) };
  return { userIds: rows(message["display_recipient"]).map(({ id }) => Number(id)) };
}

/** Remembers where the message is now. */
export function noteRecipient(recipients: Map<number, Recipient[]>, message: Row): void {
  const id = Number(message["id"]);
  recipients.set(id, [...(recipients.get(id) ?? []), recipientOf(message)]);
}

export interface Heard {
  readonly event: Row;
  readonly hearer: Hearer;
  /** User whose action caused the event. */
  readonly actorId: number;
  readonly recipients: Recipients;
  readonly belongings: Belongings;
}

function knowsChannels(truth: Truth, { event, hearer }: Heard): boolean {
  const named = [
    ...numbers(event["stream_ids"]),
    ...[...rows(event["streams"]), ...rows(event["subscriptions"])].map((one) =>
      Number(one["stream_id"]),
    ),
    ...(event["stream_id"] === undefined ? [] : [Number(event["stream_id"])]),
  ];
  return named.every((channelId) => knowsChannel(truth, channelId, hearer.userId));
}

/** The older list of muted topics has channels by name. */
function knowsNames(truth: Truth, event: Row, { userId }: Hearer): boolean {
  const channels = [...truth.channels.values()];
  const known = channels.filter(({ id }) => knowsChannel(truth, id, userId));
  const names = new Set(known.map(({ name }) => name));
  return (event["muted_topics"] as [string][]).every(([name]) => names.has(name));
}

function hearsMessages(truth: Truth, { event, hearer, recipients }: Heard): boolean {
  const single = event["message_id"] === undefined ? [] : [Number(event["message_id"])];
  const ids = [...numbers(event["message_ids"]), ...numbers(event["messages"]), ...single];
  return ids.every((id) =>
    (recipients.get(id) ?? []).some((recipient) => hearsIn(truth, recipient, hearer)),
  );
}

/** Tells whether the hearer may get the event, as things are in `truth`. */
export function mayHear(truth: Truth, heard: Heard): boolean {
  const { actorId, event, hearer } = heard;
  const type = String(event["type"]);
  const role = truth.users.get(hearer.userId)?.role ?? guest;
  if (personalTypes.has(type)) return hearer.userId === actorId;
  if (everybodysTypes.has(type)) return truth.users.has(hearer.userId);
  switch (type) {
    case "message": {
      const message = event["message"] as Row;
      const sender = { user_id: message["sender_id"], full_name: message["sender_full_name"] };
      return hearsIn(truth, recipientOf(message), hearer) && isNamedRightly(truth, sender, heard);
    }
    case "reaction":
      return (
        hearsMessages(truth, heard) && isNamedRightly(truth, (event["user"] ?? {}) as Row, heard)
      );
    case "user_status":
      return seesAll(truth, [Number(event["user_id"])], heard);
    case "presence":
      return seesAll(truth, idsOfPresences(event), heard);
    case "typing":
      return (
        hearsTyping(truth, heard) &&
        seesUser(truth, Number((event["sender"] as Row)["user_id"]), heard)
      );
    case "update_message":
    case "delete_message":
    case "submessage":
    case "typing_edit_message":
    case "update_message_flags":
      return hearsMessages(truth, heard);
    case "stream":
    case "subscription":
    case "user_topic":
      return knowsChannels(truth, heard);
    case "realm_bot": {
      const botId = Number((event["bot"] as Row)["user_id"]);
      return role <= administrator || truth.users.get(botId)?.botOwnerId === hearer.userId;
    }
    case "realm_user": {
      const person = event["person"] as Row;
      if (!truth.users.has(Number(person["user_id"]))) return false;
      if (event["op"] !== "update")
        return isNamedRightly(truth, person, heard) && seesAddress(truth, person, hearer);
      return (
        seesUser(truth, Number(person["user_id"]), heard) && seesAddress(truth, person, hearer)
      );
    }
    case "user_group":
      return knowsGroup(truth, event);
    case "default_streams":
      return role < guest;
    case "attachment":
      return hearsOfFile(heard);
    case "invites_changed":
      return hearsOfInvites(heard, role);
    case "realm_export":
    case "realm_export_consent":
      return role <= administrator;
    case "muted_topics":
      return knowsNames(truth, event, hearer);
    default:
      throw new Error(`Nothing is known of who may hear of ${type}.`);
  }
}

function idsOfPresences(event: Row): readonly number[] {
  const modern = event["presences"] as Row | undefined;
  return modern === undefined ? [Number(event["user_id"])] : Object.keys(modern).map(Number);
}

/**
 * Of typing hear the people of a conversation, and those who are subscribed to a channel and may see it
 * (docs/behaviour/messages.md#typing).
 */
function hearsTyping(truth: Truth, { event, hearer }: Heard): boolean {
  if (event["message_type"] === "direct")
    return rows(event["recipients"]).some(({ user_id: id }) => id === hearer.userId);
  return truth.members.has(`${String(event["stream_id"])}:${hearer.userId}`);
}

function seesAll(truth: Truth, userIds: readonly number[], heard: Heard): boolean {
  return knowsPeople(truth, userIds) && userIds.every((id) => seesUser(truth, id, heard));
}

/** People of the organization: of others nothing is told. */
function knowsPeople(truth: Truth, userIds: readonly number[]): boolean {
  return userIds.every((id) => truth.users.has(id));
}

/** Groups are known to everybody, with members and parts of the same organization. */
function knowsGroup(truth: Truth, event: Row): boolean {
  const group = (event["group"] ?? {}) as Row;
  const ids = [event["group_id"], group["id"]].filter((id) => id !== undefined).map(Number);
  const parts = [
    ...numbers(event["direct_subgroup_ids"]),
    ...numbers(group["direct_subgroup_ids"]),
  ];
  const members = [...numbers(event["user_ids"]), ...numbers(group["members"])];
  return [...ids, ...parts].every((id) => truth.groups.has(id)) && knowsPeople(truth, members);
}

/** Addresses that not everybody sees; 4 is nobody, 1 everybody (docs/behaviour/users.md#e-mail-addresses). */
const leastRoles: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 200, 5: 300 };

function seesAddress(truth: Truth, person: Row, { userId }: Hearer): boolean {
  const user = truth.users.get(Number(person["user_id"]));
  if (typeof person["delivery_email"] !== "string" || !user || user.id === userId) return true;
  const least = leastRoles[user.emailVisibility] ?? 0;
  return (truth.users.get(userId)?.role ?? 1000) <= least;
}
