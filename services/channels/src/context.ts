import type { claimGroups, getChannelFacts, UserRecord, UsersState } from "@team-chat/contract";
import type { Outbox } from "@team-chat/outbox";
import type { Database, HotPool } from "@team-chat/pg";
import type { Projection, UserDirectory } from "@team-chat/projection";
import type { RegisterReads } from "@team-chat/register";
import type { z } from "zod";

import type { NoticePoster } from "./domain/notice-poster.ts";
import type { RecentUsers } from "./domain/recent-users.ts";
import type { ChannelsAt } from "./register/memory.ts";
import type { ChangesOrVersion } from "./values/changes.ts";
import type { MessageFacts } from "./values/channel-facts.ts";
import type { RealmChannels } from "./values/realm-channels.ts";

/** Resources of every operation of this service. */
export interface Context {
  readonly db: Database;
  /** For what runs with every request of others. */
  readonly hot: HotPool;
  readonly registers: RegisterReads<RealmChannels, ChannelsAt>;
  readonly outbox: Outbox;
  readonly recentUsers: RecentUsers;
  readonly notices: NoticePoster;
  readonly users: Projection<UserDirectory, UsersState>;
  /** Returns those of the users whom the viewer may not see; asks users about guests only. */
  readonly unseen: (question: {
    readonly realmId: number;
    readonly viewer: UserRecord;
    readonly userIds: readonly number[];
  }) => Promise<ReadonlySet<number>>;
  /**
   * Asks users to keep groups active until this service has written that it uses them; false when one of them is not.
   */
  readonly claimGroups: (of: z.input<typeof claimGroups.input>) => Promise<boolean>;
  /** This service's own data in memory, proven current against its own database. */
  readonly channels: Projection<RealmChannels, ChangesOrVersion>;
  /** Asks messages whether a channel has messages outside its empty topic. */
  readonly hasNamedTopics: (of: { realmId: number; channelId: number }) => Promise<boolean>;
  /** Asks messages what channel objects say of messages. */
  readonly channelFacts: (
    of: z.input<typeof getChannelFacts.input>,
  ) => Promise<readonly MessageFacts[]>;
  /** The clock, in UNIX milliseconds. */
  readonly now: () => number;
  /** True if the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
}
