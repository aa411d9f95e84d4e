import type { ChannelsState } from "@team-chat/contract";
import type { RealmEvents } from "@team-chat/nats";
import type { Outbox } from "@team-chat/outbox";
import type { Database, HotPool, Transaction } from "@team-chat/pg";
import type { PictureScaler } from "@team-chat/pictures";
import type { Projection } from "@team-chat/projection";
import type { RegisterReads } from "@team-chat/register";
import type { ServiceClient } from "@team-chat/rpc";
import type { Logger } from "@team-chat/telemetry";
import type { PeriodicTask } from "@team-chat/work";

import type { DomainRecords } from "./domain/addresses/domain-records.ts";
import type { AuditTargets } from "./domain/audit/audit-targets.ts";
import type { Calls } from "./domain/calls/calls.ts";
import type { Greeter } from "./domain/greeting/greeter.ts";
import type { MailSender } from "./domain/mail/mail-sender.ts";
import type { NoticePoster } from "./domain/notices/notice-poster.ts";
import type { RealmCache } from "./domain/organization/realm-cache.ts";
import type { RealmView } from "./domain/organization/realm-view.ts";
import type { PresenceBook } from "./domain/presence/presence-book.ts";
import type { SignIns } from "./domain/sign-in/sign-ins.ts";
import type { ChannelMembers } from "./domain/visibility/channel-members.ts";
import type { JwtKey } from "./policies/authentication/json-web-token.ts";
import type { CreationRules } from "./policies/organization/creation.ts";
import type { DeletionDays } from "./policies/organization/deletion.ts";
import type { Plans } from "./policies/organization/plans.ts";
import type { Sites } from "./policies/organization/sites.ts";
import type { Action } from "./queries/organization/operator-actions.ts";

/** Keeps an action; one that is to be carried out by `call` is open. Returns its id. */
export type NoteAction = (
  tx: Transaction,
  realmId: number,
  open?: Pick<Action, "call" | "dueMs">,
) => Promise<number>;

/** Resources of every operation of this service. */
export interface Context {
  readonly db: Database;
  /** For the look-ups that come with every request. */
  readonly hot: HotPool;
  readonly outbox: Outbox;
  readonly sites: Sites;
  readonly records: DomainRecords;
  readonly plans: Plans;
  readonly mail: MailSender;
  readonly greeter: Greeter;
  readonly notices: NoticePoster;
  readonly scaler: PictureScaler;
  readonly realms: RealmCache;
  readonly registers: RegisterReads<RealmView, RealmView>;
  readonly presence: PresenceBook;
  readonly channels: ServiceClient;
  /** Subscriptions by user and channel, in organizations that limit whom guests see. */
  readonly members: Projection<ChannelMembers, ChannelsState>;
  readonly messages: ServiceClient;
  /** Is only asked to delete organizations. */
  readonly webhooks: ServiceClient;
  /** Tells callers of messages which organizations were moved. */
  readonly turns: Pick<PeriodicTask, "runNow">;
  /** Everything that NATS has of organizations. */
  readonly realmEvents: RealmEvents;
  /** Rules for people who create an organization without the operator. */
  readonly creation: CreationRules;
  /** Days between saying that an organization is to be deleted and deleting it. */
  readonly deletionDays: DeletionDays;
  /** True if the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
  /** By subdomain, of the organizations whose accounts other systems vouch for. */
  readonly jwtKeys: Readonly<Record<string, JwtKey>>;
  /** Identity providers. */
  readonly signIns: SignIns;
  /** Servers that organizations have their audit log sent to. */
  readonly auditTargets: AuditTargets;
  /** Providers of calls. */
  readonly calls: Calls;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** UNIX second in which this process began to serve. */
  readonly startedAt: number;
  /** Hears of failures after which work goes on. */
  readonly log: Logger;
  readonly mode: "development" | "production";
  /** Keeps, in the transaction that changes an organization, what its operator does; null for everybody else. */
  readonly noteAction: NoteAction | null;
}
