import type { InputOf, updateBot } from "@team-chat/contract";

import type { BotChange } from "../queries/accounts.ts";

type Given = Pick<
  InputOf<typeof updateBot>,
  | "config_data"
  | "default_all_public_streams"
  | "default_events_register_stream"
  | "default_sending_stream"
>;

/** What a request says of a bot's defaults and configuration. */
export function givenBotDefaults(given: Given): Partial<BotChange> {
  const { default_sending_stream: sending, default_events_register_stream: events } = given;
  const { default_all_public_streams: isPublic, config_data: config } = given;
  return {
    ...(sending === undefined ? {} : { defaultSendingStream: sending }),
    ...(events === undefined ? {} : { defaultEventsRegisterStream: events }),
    ...(isPublic === undefined ? {} : { defaultAllPublicStreams: isPublic }),
    ...(config === undefined ? {} : { botConfig: config }),
  };
}
