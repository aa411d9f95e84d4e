import type { ChannelsState, UsersState } from "@team-chat/contract";
import type { Outbox } from "@team-chat/outbox";
import type { Database, HotPool } from "@team-chat/pg";
import type { Projection, UserDirectory } from "@team-chat/projection";

import type { RealmChannels } from "./directories/realm-channels.ts";
import type { Recipients } from "./recipients/recipients.ts";
import type { MessageWriter } from "./sending/message-writer.ts";

/** What every operation of this service may use. */
export interface Context {
  readonly db: Database;
  /** For what runs with every message. */
  readonly hot: HotPool;
  readonly outbox: Outbox;
  readonly users: Projection<UserDirectory, UsersState>;
  readonly channels: Projection<RealmChannels, ChannelsState>;
  /** Whether the installation has channels that need no account to read. */
  readonly webPublicStreams: boolean;
  readonly recipients: Recipients;
  readonly writer: MessageWriter;
}
