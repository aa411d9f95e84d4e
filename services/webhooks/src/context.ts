import type { UsersState } from "@team-chat/contract";
import type { Database } from "@team-chat/pg";
import type { Projection, UserDirectory } from "@team-chat/projection";
import type { ServiceClient } from "@team-chat/rpc";
import type { TargetGuard } from "@team-chat/target-guard";
import type { Logger } from "@team-chat/telemetry";
import type { Agent } from "undici";

import type { MailState } from "./domain/mail-state.ts";
import type { Vapid } from "./domain/vapid.ts";
import type { MailLimits } from "./queries/mail-counts.ts";

/** Resources of the consumers and the worker of this service. */
export interface WebhooksContext {
  readonly db: Database;
  readonly users: Projection<UserDirectory, UsersState>;
  readonly usersClient: ServiceClient;
  readonly messages: ServiceClient;
  readonly channels: ServiceClient;
  /** Decides where the agent connects to. */
  readonly guard: TargetGuard;
  /** Connects to allowed addresses only. */
  readonly agent: Agent;
  /** Longest time a bot's server or a push service may take, from connecting to the last byte of its answer. */
  readonly answerTimeoutMs: number;
  /** Null while nothing is pushed to browsers. */
  readonly vapid: Vapid | null;
  readonly mailState: MailState;
  /** Limits of e-mail about missed messages. */
  readonly mailLimits: MailLimits;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** Resources of public operations. */
export interface OperationContext extends WebhooksContext {
  /** Resolves when all messages that were sent before the call have their deliveries. @throws SERVICE_UNAVAILABLE */
  readonly deliveriesCurrent: (realmId: number) => Promise<void>;
  /** To be called when deliveries have become due. */
  readonly deliveriesNoted: () => void;
}
