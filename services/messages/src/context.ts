import type { ChannelsState, setTopicVisibilityFor, UsersState } from "@team-chat/contract";
import type { Renderer } from "@team-chat/markdown";
import type { Outbox } from "@team-chat/outbox";
import type { Database, HotPool } from "@team-chat/pg";
import type { PictureScaler } from "@team-chat/pictures";
import type { Projection, UserDirectory } from "@team-chat/projection";
import type { RegisterReads } from "@team-chat/register";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ChannelFollower } from "./domain/channel-follower.ts";
import type { RealmChannels } from "./domain/directories/realm-view.ts";
import type { Keyed } from "./domain/files/keyed-by.ts";
import type { NewPictures } from "./domain/files/new-pictures.ts";
import type { PendingCalls } from "./domain/pending-calls.ts";
import type { Recipients } from "./domain/recipients.ts";
import type { FileStores } from "./domain/storage/open-stores.ts";
import type { UnreadMessages } from "./domain/unread/unread-messages.ts";
import type { UnreadByUser } from "./register/memory.ts";
import type { ExistingTopics } from "./sending/existing-topics.ts";
import type { MessageWriter } from "./sending/write.ts";

type Ask<O extends { readonly input: z.ZodType; readonly output: z.ZodType }> = (
  input: z.input<O["input"]>,
) => Promise<z.output<O["output"]>>;

/** Resources of every operation of this service. */
export interface Context extends Keyed {
  readonly db: Database;
  /** For what runs with every message. */
  readonly hot: HotPool;
  /** For pages of messages, by statements that are planned once. */
  readonly pages: HotPool;
  readonly outbox: Outbox;
  readonly users: Projection<UserDirectory, UsersState>;
  readonly channels: Projection<RealmChannels, ChannelsState>;
  /** True if the installation has channels that need no account to read. */
  readonly webPublicStreams: boolean;
  /** Time for which deleted messages can be restored. */
  readonly archiveMs: number;
  readonly recipients: Recipients;
  readonly registers: RegisterReads<UnreadMessages, UnreadByUser>;
  readonly renderer: Renderer;
  readonly writer: MessageWriter;
  readonly topics: ExistingTopics;
  readonly pendingCalls: PendingCalls;
  /** Has channels say what follows for them from changed messages. */
  readonly channelFollower: ChannelFollower;
  readonly files: FileStores;
  readonly scaler: Pick<PictureScaler, "scale">;
  readonly newPictures: NewPictures;
  /** Services that are asked for what exports have of theirs, and for pages elsewhere. */
  readonly peers: Readonly<Record<"channels" | "users" | "webhooks", ServiceClient>>;
  /** Resolves when no change of the realm's channels is under way that had begun before. */
  readonly channelsSettled: (realmId: number) => Promise<void>;
  /** The clock, in UNIX milliseconds. */
  readonly now: () => number;
  /** Asks the channels service to change preferences for a topic. */
  readonly setTopicVisibilityFor: Ask<typeof setTopicVisibilityFor>;
}
