import type { z } from "zod";

import type { channelsEvent } from "../channels/events.ts";
import type { messagesEvent } from "../messages/events.ts";
import type { usersEvent } from "../users/events.ts";
import type { RegisterRequest } from "./register.ts";

type Event = z.infer<typeof channelsEvent | typeof messagesEvent | typeof usersEvent>;

/** A section of the initial data: keys of the answer to a registration that are asked for together. */
interface InitialDataSection {
  /** Names that all have to be asked for; its own when left out. */
  readonly askedAs?: readonly [string, ...string[]];
  /** A name with which it is not told, because that one's section says more. */
  readonly unless?: string;
  /** Types of the events that continue it, or why there are none. */
  readonly continuedBy: readonly [Event["type"], ...Event["type"][]] | { readonly nothing: string };
}

const nobodyCreates = { nothing: "no operation creates any" };
const constant = { nothing: "it is the same for everybody, always" };

const users = {
  alert_words: { continuedBy: ["alert_words"] },
  custom_profile_fields: { continuedBy: ["custom_profile_fields"] },
  device: { continuedBy: ["device"] },
  giphy: { continuedBy: constant },
  muted_users: { continuedBy: ["muted_users"] },
  navigation_views: { continuedBy: ["navigation_view"] },
  onboarding_steps: { continuedBy: nobodyCreates },
  presence: { continuedBy: ["presence"] },
  push_device: { continuedBy: nobodyCreates },
  realm: { continuedBy: ["realm"] },
  realm_billing: { continuedBy: constant },
  realm_bot: { continuedBy: ["realm_bot"] },
  realm_domains: { continuedBy: ["realm_domains"] },
  realm_embedded_bots: { continuedBy: nobodyCreates },
  realm_emoji: { continuedBy: ["realm_emoji"] },
  realm_filters: { continuedBy: { nothing: "realm_linkifiers replaced it" } },
  realm_incoming_webhook_bots: { continuedBy: nobodyCreates },
  realm_linkifiers: { continuedBy: ["realm_linkifiers"] },
  realm_playgrounds: { continuedBy: ["realm_playgrounds"] },
  // What the user may create follows from permissions and groups.
  realm_user: { continuedBy: ["realm_user", "realm", "user_group"] },
  realm_user_groups: { continuedBy: ["user_group"] },
  realm_user_settings_defaults: { continuedBy: ["realm_user_settings_defaults"] },
  saved_snippets: { continuedBy: ["saved_snippets"] },
  stop_words: { continuedBy: constant },
  update_display_settings: { continuedBy: ["update_display_settings"] },
  update_global_notifications: { continuedBy: ["update_global_notifications"] },
  user_settings: { continuedBy: ["user_settings"] },
  user_status: { continuedBy: ["user_status"] },
  video_calls: { continuedBy: ["has_webex_token", "has_zoom_token"] },
} as const satisfies Readonly<Record<string, InitialDataSection>>;

const channels = {
  channel_folders: { continuedBy: ["channel_folder"] },
  default_stream_groups: { continuedBy: nobodyCreates },
  default_streams: { continuedBy: ["default_streams"] },
  muted_topics: { unless: "user_topic", continuedBy: ["muted_topics", "stream"] },
  stream: { continuedBy: ["stream", "subscription"] },
  subscription: { continuedBy: ["subscription", "stream"] },
  user_topic: { continuedBy: ["user_topic"] },
} as const satisfies Readonly<Record<string, InitialDataSection>>;

const messages = {
  drafts: { continuedBy: ["drafts"] },
  message: { continuedBy: ["message", "delete_message"] },
  recent_private_conversations: { continuedBy: ["message"] },
  reminders: { continuedBy: ["reminders"] },
  scheduled_messages: { continuedBy: ["scheduled_messages"] },
  starred_messages: { continuedBy: ["update_message_flags", "delete_message"] },
  unread_msgs: {
    askedAs: ["message", "update_message_flags"],
    continuedBy: ["message", "update_message", "update_message_flags", "delete_message"],
  },
} as const satisfies Readonly<Record<string, InitialDataSection>>;

/** All sections of the initial data, by the service that answers them (docs/behaviour/events.md#initial-data). */
export const initialData = { users, channels, messages } as const;

/** A service that contributes to the initial data. */
export type InitialDataOwner = keyof typeof initialData;

/** Names of a service's sections. */
export type SectionName<Owner extends InitialDataOwner> = keyof (typeof initialData)[Owner] &
  string;

/** Tells whether the request asks for a section of this service. */
export function isAsked<Owner extends InitialDataOwner>(
  { fetch }: Pick<RegisterRequest, "fetch">,
  owner: Owner,
  name: SectionName<Owner>,
): boolean {
  const sections: Readonly<Record<string, InitialDataSection>> = initialData[owner];
  const { askedAs = [name], unless } = sections[name] ?? {};
  const isNamed = (one: string) => fetch === null || fetch.includes(one);
  return askedAs.every(isNamed) && !(unless !== undefined && isNamed(unless));
}
