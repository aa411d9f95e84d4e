import {
  addEntry,
  type ClientState,
  entryOf,
  listOf,
  Misfit,
  numbers,
  type Row,
  rows,
  takeEntry,
} from "../state.ts";
import type { Appliers } from "./appliers.ts";

const listNames = ["subscriptions", "unsubscribed", "never_subscribed"] as const;

/** Every copy of the channel: in one of the three lists, and in `streams`. */
function copiesOf(state: ClientState, channelId: unknown): Row[] {
  return [...listNames, "streams"].flatMap((name) =>
    (listOf(state, name) ?? []).filter((channel) => channel["stream_id"] === channelId),
  );
}

function created(state: ClientState, event: Row): void {
  for (const channel of rows(event["streams"])) {
    if (copiesOf(state, channel["stream_id"]).length > 0)
      throw new Misfit(`Channel ${String(channel["stream_id"])} is there already.`);
    // Who is subscribed is told by peer_add.
    const known = state.wishes.include_subscribers === "false" ? {} : { subscribers: [] };
    listOf(state, "never_subscribed")?.push({ ...channel, ...known });
    listOf(state, "streams")?.push({ ...channel });
    if (channel["subscriber_count"] === 0) state.young.add(Number(channel["stream_id"]));
  }
}

function deleted(state: ClientState, event: Row): void {
  for (const channelId of numbers(event["stream_ids"])) {
    const copies = copiesOf(state, channelId);
    if (copies.length === 0) throw new Misfit(`Channel ${channelId} is unknown.`);
    for (const name of [...listNames, "streams"]) {
      const list = listOf(state, name);
      if (list?.some((channel) => channel["stream_id"] === channelId))
        takeEntry(list, "stream_id", channelId);
    }
  }
}

function updated(state: ClientState, event: Row): void {
  const { id: _, name, op: __, property, stream_id: channelId, type: ___, value, ...more } = event;
  const copies = copiesOf(state, channelId);
  if (copies.length === 0) throw new Misfit(`Channel ${String(channelId)} is unknown.`);
  for (const channel of copies) {
    if (channel["name"] !== name) throw new Misfit(`The channel is not called ${String(name)}.`);
    if (!(String(property) in channel)) throw new Misfit(`A channel has no ${String(property)}.`);
    Object.assign(channel, more, { [String(property)]: value });
  }
  // The older list of muted topics has channels by name.
  const muted = state.data["muted_topics"] as unknown[][] | undefined;
  if (property !== "name" || !muted) return;
  state.data["muted_topics"] = muted.map((topic) =>
    topic[0] === name ? [value, ...topic.slice(1)] : topic,
  );
}

/** Fields of a subscription that a channel does not have. */
const personalFields = [
  "color",
  "pin_to_top",
  "is_muted",
  "in_home_view",
  "desktop_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
  "push_notifications",
  "audible_notifications",
] as const;

function subscribed(state: ClientState, event: Row): void {
  for (const subscription of rows(event["subscriptions"])) {
    const channelId = subscription["stream_id"];
    for (const name of ["unsubscribed", "never_subscribed"]) {
      const list = listOf(state, name);
      if (list?.some((channel) => channel["stream_id"] === channelId))
        takeEntry(list, "stream_id", channelId);
    }
    const list = listOf(state, "subscriptions");
    if (list) addEntry(list, "stream_id", { ...subscription });
    if (!state.young.has(Number(channelId))) state.partial.add(Number(channelId));
    const channel = listOf(state, "streams")?.find((one) => one["stream_id"] === channelId);
    if (channel) for (const name of Object.keys(channel)) channel[name] = subscription[name];
  }
}

function unsubscribed(state: ClientState, event: Row): void {
  for (const { stream_id: channelId } of rows(event["subscriptions"])) {
    const list = listOf(state, "subscriptions");
    if (!list) continue;
    const channel = takeEntry(list, "stream_id", channelId);
    listOf(state, "unsubscribed")?.push(channel);
    changePeers(state, { channelId, userIds: [state.userId], added: false });
  }
}

function preferred(state: ClientState, event: Row): void {
  const list = listOf(state, "subscriptions");
  if (!list) return;
  const subscription = entryOf(list, "stream_id", event["stream_id"]);
  const property = String(event["property"]);
  if (!personalFields.some((name) => name === property)) throw new Misfit(`No ${property}.`);
  subscription[property] = event["value"];
}

interface PeerChange {
  readonly channelId: unknown;
  readonly userIds: readonly number[];
  readonly added: boolean;
}

function changePeers(state: ClientState, { added, channelId, userIds }: PeerChange): void {
  const copies = copiesOf(state, channelId);
  if (copies.length === 0) throw new Misfit(`Channel ${String(channelId)} is unknown.`);
  for (const channel of copies) {
    const { subscriber_count: count, subscribers } = channel;
    channel["subscriber_count"] = Number(count) + (added ? userIds.length : -userIds.length);
    if (subscribers === undefined) continue;
    const before = numbers(subscribers);
    for (const id of userIds)
      if (before.includes(id) === added) throw new Misfit(`Peer ${id} of ${String(channelId)}.`);
    const rest = before.filter((id) => !userIds.includes(id));
    channel["subscribers"] = added ? [...rest, ...userIds] : rest;
  }
}

function peers(added: boolean) {
  return (state: ClientState, event: Row): void => {
    for (const channelId of numbers(event["stream_ids"]))
      changePeers(state, { channelId, userIds: numbers(event["user_ids"]), added });
  };
}

function topicPreferred(state: ClientState, event: Row): void {
  const list = listOf(state, "user_topics");
  if (!list) return;
  const { id: _, type: __, ...preference } = event;
  const key = (entry: Row) =>
    [entry["stream_id"], String(entry["topic_name"]).toLowerCase()].join();
  const rest = list.filter((entry) => key(entry) !== key(preference));
  state.data["user_topics"] = preference["visibility_policy"] === 0 ? rest : [...rest, preference];
}

const folderAppliers: Appliers = {
  "channel_folder add": (state, event) => {
    const list = listOf(state, "channel_folders");
    if (list) addEntry(list, "id", event["channel_folder"] as Row);
  },
  "channel_folder update": (state, event) => {
    const list = listOf(state, "channel_folders");
    if (list) Object.assign(entryOf(list, "id", event["channel_folder_id"]), event["data"]);
  },
  "channel_folder reorder": (state, event) => {
    const list = listOf(state, "channel_folders");
    const order = numbers(event["order"]);
    for (const folder of list ?? []) folder["order"] = order.indexOf(Number(folder["id"]));
  },
};

/** Of channels, subscriptions, folders and topics. */
export const channelsAppliers: Appliers = {
  "stream create": created,
  "stream delete": deleted,
  "stream update": updated,
  "subscription add": subscribed,
  "subscription remove": unsubscribed,
  "subscription update": preferred,
  "subscription peer_add": peers(true),
  "subscription peer_remove": peers(false),
  user_topic: topicPreferred,
  muted_topics: (state, event) => {
    if ("muted_topics" in state.data) state.data["muted_topics"] = event["muted_topics"];
  },
  default_streams: (state, event) => {
    if ("realm_default_streams" in state.data)
      state.data["realm_default_streams"] = event["default_streams"];
  },
  ...folderAppliers,
};
