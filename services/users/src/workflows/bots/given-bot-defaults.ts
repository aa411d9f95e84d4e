import type { InputOf, updateBot } from "@team-chat/contract";

import type { BotChange } from "../../queries/accounts/accounts.ts";

type Given = Pick<
  InputOf<typeof updateBot>,
  | "config_data"
  | "default_all_public_streams"
  | "default_events_register_stream"
  | "default_sending_stream"
>;

/** Reads a bot's defaults and configuration from a request; `ids` are those of all channels that it names. */
export function givenBotDefaults(
  given: Given,
  ids: ReadonlyMap<string, number>,
): Partial<BotChange> {
  const { default_sending_stream: sending, default_events_register_stream: events } = given;
  const { default_all_public_streams: isPublic, config_data: config } = given;
  return {
    ...(sending === undefined
      ? {}
      : { defaultSendingStream: sending, defaultSendingChannelId: ids.get(sending) ?? null }),
    ...(events === undefined
      ? {}
      : {
          defaultEventsRegisterStream: events,
          defaultEventsRegisterChannelId: ids.get(events) ?? null,
        }),
    ...(isPublic === undefined ? {} : { defaultAllPublicStreams: isPublic }),
    ...(config === undefined ? {} : { botConfig: config }),
  };
}
