import type { Channel, LoadedMessage, State } from "../src/state/state.ts";

const channelId = 5;

interface NotableFacts {
  readonly settings?: State["settings"];
  readonly channel?: Partial<Channel>;
  /** Preference for the topic of `messageOf`. */
  readonly policy?: number;
}

/** A state with one channel, to which oneself, person 1, is subscribed. */
export function stateWith({ channel = {}, policy, settings = {} }: NotableFacts): State {
  const unset = {
    wildcard_mentions_notify: null,
    desktop_notifications: null,
    audible_notifications: null,
  };
  return {
    me: 1,
    settings,
    channels: new Map([[channelId, { ...unset, ...channel }]]),
    topicPolicies: new Map(policy === undefined ? [] : [[`c${String(channelId)}/lunch`, policy]]),
  } as unknown as State;
}

/** A message of somebody else to the channel, about lunch, or to oneself. */
export function messageOf({ flags, type }: Pick<LoadedMessage, "flags" | "type">): LoadedMessage {
  const message = { id: 7, sender_id: 2, stream_id: channelId, subject: "Lunch" };
  return { ...message, flags, type } as LoadedMessage;
}
