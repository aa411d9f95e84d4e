import type { checkSession as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { oldestUse, seenStepMs } from "../../policies/authentication/sessions.ts";
import { isOverdue } from "../../policies/second-factors/requirement.ts";
import { findSessionOwner, updateSessionSeen } from "../../queries/authentication/sessions.ts";
import { findDeadline } from "../../workflows/second-factors/find-deadline.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Tells whose session a token is, and notes that it is used (docs/behaviour/sessions.md#lifetime). */
export async function checkSession(
  ctx: Context,
  _: Identity,
  { realmId, token }: Input,
): Promise<Output> {
  const usedAfter = oldestUse(ctx.now());
  const found = await findSessionOwner(ctx.db, realmId, { tokenHash: keyHash(token), usedAfter });
  if (found === null) return { valid: false };
  const deadline = await findDeadline(ctx.db, { realmId, userId: found.userId });
  const nowMs = ctx.now();
  if (isOverdue(deadline, nowMs)) return { valid: false, lacksFactor: true };
  const { rateLimits, role, seenAt, sessionId, userId } = found;
  if (ctx.now() - seenAt.getTime() >= seenStepMs)
    await updateSessionSeen(ctx.db, { realmId, userId, sessionId }, new Date(ctx.now()));
  const person = { userId, role, isBot: false, isIncomingWebhook: false };
  return {
    valid: true,
    ...person,
    rateLimits,
    sessionId,
    ...(deadline === null ? {} : { validForMs: deadline - nowMs }),
  };
}
