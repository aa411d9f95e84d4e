import type { DeliveryKind } from "@team-chat/delivery";
import { TargetRefused } from "@team-chat/target-guard";
import { describeSpan } from "@team-chat/telemetry";

import type { WebhooksContext } from "../../context.ts";
import type { Vapid } from "../../domain/vapid.ts";
import { endSubscription } from "../../queries/push-subscriptions.ts";
import {
  type ClaimedPush,
  claimPushes,
  type Push,
  putOffPushes,
  renewPushClaims,
  updatePush,
} from "../../queries/pushes.ts";
import { isStillAdmitted } from "./access.ts";
import { waitAfter } from "./schedule.ts";
import { type PushResponse, sendPush } from "./send-push.ts";

/** Delay before a push that could not even be begun is tried again. */
const notBegunMs = 5000;
/** Statuses by which push services say that a subscription has ended (RFC 8030, section 7.3). */
const endedStatuses: readonly number[] = [404, 410];

/** Describes to a worker how notifications are pushed (docs/subsystems/notifications.md#the-life-of-a-push). */
export function pushes(ctx: WebhooksContext): DeliveryKind<ClaimedPush> {
  return {
    name: "push notification",
    claim: ({ running, ...claim }) => claimPushes(ctx.db, { ...claim, busy: running }),
    renew: (claimed, claim) => renewPushClaims(ctx.db, claimed, claim),
    step: (push) => takeStep(ctx, push),
  };
}

/** State of a push after a step; null when its subscription has ended, and the push with it. */
type Outcome = Push | null;

async function takeStep(ctx: WebhooksContext, push: ClaimedPush): Promise<string> {
  const next = await advance(ctx, push);
  if (next === null) await endSubscription(ctx.db, push);
  else await record(ctx, push, next);
  const state = next?.state ?? "ended";
  const status = next?.lastStatus ?? 0;
  describeSpan({ realm: push.realmId, state, "http.response.status_code": status });
  ctx.log.info(
    { realm: push.realmId, push: push.id, attempts: push.attempts, status, state },
    "a notification was pushed",
  );
  return state;
}

async function record(ctx: WebhooksContext, push: ClaimedPush, next: Push): Promise<void> {
  await updatePush(ctx.db, next, new Date(ctx.now()));
  if (next.state === push.state) await putOffPushes(ctx.db, push, next.nextAttemptAt);
}

async function advance(ctx: WebhooksContext, push: ClaimedPush): Promise<Outcome> {
  const receiver = await loadReceiver(ctx, push).catch((error: unknown) => {
    ctx.log.warn({ err: error, push: push.id }, "the users service cannot be asked about a push");
    return undefined;
  });
  if (receiver === undefined || ctx.vapid === null) return notBegun(ctx, push);
  if (receiver === null) return null;
  if (ctx.now() >= push.expiresAt.getTime()) return finished(push, "failed");
  return trySending(ctx, push, { vapid: ctx.vapid, ...receiver });
}

/** Finds the organization of somebody who is still let in with what they subscribed with; null for anybody else. */
async function loadReceiver(
  ctx: WebhooksContext,
  push: ClaimedPush,
): Promise<{ readonly realmUrl: string } | null> {
  const { realm, users } = await ctx.users.current(push.realmId);
  if (realm?.deactivated !== false || users.get(push.userId)?.isActive !== true) return null;
  return (await isStillAdmitted(ctx, push)) ? { realmUrl: realm.url } : null;
}

async function trySending(
  ctx: WebhooksContext,
  push: ClaimedPush,
  to: { readonly vapid: Vapid; readonly realmUrl: string },
): Promise<Outcome> {
  try {
    return afterResponse(ctx, push, await sendPush(ctx, push, to));
  } catch (error) {
    // Such an address was allowed when it was added, and leads somewhere else by now.
    if (error instanceof TargetRefused) return null;
    ctx.log.info({ err: error, push: push.id }, "a push service did not answer");
    return later(ctx, { ...push, lastStatus: null }, null);
  }
}

function afterResponse(ctx: WebhooksContext, push: ClaimedPush, response: PushResponse): Outcome {
  const { status } = response;
  const answered = { ...push, lastStatus: status };
  if (status >= 200 && status < 300)
    return finished(answered, push.state === "closing" ? "done" : "shown");
  if (endedStatuses.includes(status)) return null;
  if (status >= 500 || status === 429) return later(ctx, answered, response.retryAfterMs);
  ctx.log.warn({ push: push.id, status }, "a push service refuses a push");
  return finished(answered, "failed");
}

/** Plans another try, not before the push service wants one; after the last one the push has failed. */
function later(ctx: WebhooksContext, push: ClaimedPush, pauseMs: number | null): Push {
  const wait = waitAfter(push.attempts, ctx.random);
  const at = ctx.now() + Math.max(wait ?? 0, pauseMs ?? 0);
  if (wait === null || at >= push.expiresAt.getTime()) return finished(push, "failed");
  return { ...push, nextAttemptAt: new Date(at) };
}

/** Forgets what the notification said, which nobody needs any more. */
function finished(push: ClaimedPush, state: "done" | "failed" | "shown"): Push {
  return { ...push, state, content: null };
}

/** Leaves the push as it was, since nobody was asked anything and the try does not count. */
function notBegun(ctx: WebhooksContext, push: ClaimedPush): Push {
  return { ...push, attempts: push.attempts - 1, nextAttemptAt: new Date(ctx.now() + notBegunMs) };
}
