import type {
  ChannelObject,
  SubscriptionObject,
  updateChannel as contract,
} from "@team-chat/contract";

import { type Given } from "../api/address.ts";
import { call } from "../api/call.ts";
import { updateSubscriptionProperties } from "../api/operations.ts";
import { archiveChannel, createChannel, updateChannel } from "../api/page-operations.ts";
import type { Client } from "../live/client.ts";
import type { Privacy } from "../state/channels.ts";
import type { Channel, ServerEvent } from "../state/state.ts";
import { changeAtOnce } from "./change-at-once.ts";

/** Archives a channel, or takes it back. @throws Refusal */
export async function setArchived(id: number, isArchived: boolean): Promise<void> {
  if (isArchived) await call(archiveChannel, { stream_id: id });
  else await call(updateChannel, { stream_id: id, is_archived: false });
}

interface NewChannel {
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  readonly isAnnounced: boolean;
  readonly subscribers: readonly number[];
}

/** Makes a channel, and returns its id. @throws Refusal */
export async function makeChannel(channel: NewChannel): Promise<number> {
  const { description, isAnnounced, name, privacy, subscribers } = channel;
  const { history_public_to_subscribers, is_private } = parametersOf(privacy);
  const facts = { name, description, subscribers: [...subscribers] };
  const asked = {
    ...facts,
    invite_only: is_private,
    announce: isAnnounced,
    ...(is_private ? { history_public_to_subscribers } : {}),
  };
  return (await call(createChannel, asked)).id;
}

function parametersOf(privacy: Privacy) {
  return {
    is_private: privacy === "shared" || privacy === "protected",
    is_web_public: privacy === "webPublic",
    history_public_to_subscribers: privacy !== "protected",
  };
}

/** Parameters of a change of a channel. */
type Asked = Omit<Given<typeof contract>, "stream_id">;

interface ChannelChange {
  /** Parts of the channel that are shown as changed. */
  readonly shown: Partial<ChannelObject>;
  readonly asked: Asked;
}

/** Changes a channel, which is shown at once. @throws Refusal */
export async function changeChannel(
  client: Client,
  channel: Channel,
  { asked, shown }: ChannelChange,
): Promise<void> {
  const { stream_id } = channel;
  const names = Object.keys(shown) as (keyof ChannelObject)[];
  const events = (from: Partial<ChannelObject>) =>
    names.map(
      (property) =>
        ({
          type: "stream",
          op: "update",
          stream_id,
          name: channel.name,
          property,
          value: from[property],
        }) as ServerEvent,
    );
  await changeAtOnce(client, { now: events(shown), back: events(channel) }, () =>
    call(updateChannel, { stream_id, ...asked }),
  );
}

/** Changes who reads a channel, and from when on. @throws Refusal */
export async function changePrivacy(
  client: Client,
  channel: Channel,
  privacy: Privacy,
): Promise<void> {
  const asked = parametersOf(privacy);
  const { history_public_to_subscribers, is_private: invite_only, is_web_public } = asked;
  const shown = { invite_only, is_web_public, history_public_to_subscribers };
  await changeChannel(client, channel, { shown, asked });
}

/** One's own settings of a channel that are changed here. */
export type PersonalSetting =
  | "color"
  | "is_muted"
  | "pin_to_top"
  | "desktop_notifications"
  | "audible_notifications"
  | "push_notifications"
  | "email_notifications"
  | "wildcard_mentions_notify";

/** Changes one of one's own settings of a channel. @throws Refusal */
export async function setPersonal<Name extends PersonalSetting>(
  client: Client,
  channel: Channel,
  { property, value }: { readonly property: Name; readonly value: boolean | string },
): Promise<void> {
  const { stream_id } = channel;
  const event = (to: SubscriptionObject[PersonalSetting] | undefined) =>
    ({ type: "subscription", op: "update", stream_id, property, value: to }) as ServerEvent;
  const events = { now: [event(value)], back: [event(channel[property])] };
  await changeAtOnce(client, events, () =>
    call(updateSubscriptionProperties, { subscription_data: [{ stream_id, property, value }] }),
  );
}
