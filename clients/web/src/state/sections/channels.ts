import type { Channel, ServerEvent, State } from "../state.ts";

type Part = Pick<State, "channels" | "folders" | "me">;

/** Applies what happens to channels, one's subscriptions, and folders. */
export function applyToChannels<S extends Part>(state: S, event: ServerEvent): S {
  if (event.type === "stream") return { ...state, channels: withStream(state.channels, event) };
  if (event.type === "subscription")
    return { ...state, channels: withSubscription(state.channels, event) };
  if (event.type === "channel_folder") return { ...state, folders: withFolder(state, event) };
  return state;
}

type Channels = State["channels"];

function withStream(before: Channels, event: Extract<ServerEvent, { type: "stream" }>): Channels {
  const channels = new Map(before);
  if (event.op === "create")
    for (const channel of event.streams)
      channels.set(channel.stream_id, { ...channel, isSubscribed: false });
  else if (event.op === "delete") {
    for (const id of event.stream_ids) channels.delete(id);
    return channels;
  } else {
    const known = channels.get(event.stream_id);
    if (known === undefined) return before;
    const { name: _name, op: _op, property, stream_id: id, type: _type, value, ...more } = event;
    // Events have an id in their queue, which is none of the channel's.
    const { id: _id, ...along } = more as Partial<Channel> & { readonly id?: number };
    channels.set(id, { ...known, ...along, [property]: value });
    if (property !== "name") return channels;
  }
  return channelsByName(channels.values());
}

/** Puts channels in the order of their names, by id. */
export function channelsByName(channels: Iterable<Channel>): Channels {
  const { compare } = new Intl.Collator();
  const sorted = [...channels].toSorted((a, b) => compare(a.name, b.name));
  return new Map(sorted.map((channel) => [channel.stream_id, channel]));
}

function withSubscription(
  before: Channels,
  event: Extract<ServerEvent, { type: "subscription" }>,
): Channels {
  const channels = new Map(before);
  const change = (id: number, with_: (channel: Channel) => Channel) => {
    const known = channels.get(id);
    if (known !== undefined) channels.set(id, with_(known));
  };
  switch (event.op) {
    case "add":
      for (const one of event.subscriptions)
        channels.set(one.stream_id, { ...one, isSubscribed: true });
      return channelsByName(channels.values());
    case "remove":
      for (const { stream_id: id } of event.subscriptions)
        change(id, (channel) => ({
          ...channel,
          isSubscribed: false,
          // Of others who go `peer_remove` tells.
          subscriber_count: channel.subscriber_count - 1,
        }));
      break;
    case "update":
      change(event.stream_id, (channel) => ({ ...channel, [event.property]: event.value }));
      break;
    case "peer_add":
    case "peer_remove": {
      const step = event.op === "peer_add" ? event.user_ids.length : -event.user_ids.length;
      for (const id of event.stream_ids)
        change(id, (channel) => ({
          ...channel,
          subscriber_count: channel.subscriber_count + step,
        }));
    }
  }
  return channels;
}

function withFolder(
  { folders }: Pick<State, "folders">,
  event: Extract<ServerEvent, { type: "channel_folder" }>,
): State["folders"] {
  if (event.op === "add") return [...folders, event.channel_folder];
  if (event.op === "update")
    return folders.map((folder) =>
      folder.id === event.channel_folder_id
        ? { ...folder, ...(event.data as Partial<State["folders"][number]>) }
        : folder,
    );
  return folders
    .map((folder) => ({ ...folder, order: event.order.indexOf(folder.id) }))
    .toSorted((a, b) => a.order - b.order);
}
