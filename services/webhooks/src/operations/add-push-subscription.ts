import type { addPushSubscription as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { OperationContext } from "../context.ts";
import { parsePushKeys } from "../domain/push-keys.ts";
import { insertSubscription } from "../queries/push-subscriptions.ts";
import { loadAccessMark } from "../workflows/push/access.ts";

/**
 * Keeps a push subscription as the caller's, for as long as the session or key with which the caller adds it is valid.
 *
 * @throws BAD_REQUEST, PUSH_SERVICE_NOT_CONFIGURED, UNAUTHORIZED
 */
export async function addPushSubscription(
  ctx: OperationContext,
  { key, realm, sessionId, userId }: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  if (ctx.vapid === null)
    throw new AppError("PUSH_SERVICE_NOT_CONFIGURED", "This server does not push notifications.");
  const given = { endpoint: parseEndpoint(ctx, input.endpoint), ...parsePushKeys(input) };
  const access = {
    realmId: realm.id,
    userId,
    sessionId: sessionId ?? null,
    keyId: key?.id ?? null,
  };
  const accessMark = await loadAccessMark(ctx, access);
  if (accessMark === null) throw new AppError("UNAUTHORIZED", "The session or key has ended.");
  const owner = { ...access, accessMark, createdAt: new Date(ctx.now()) };
  return { id: await insertSubscription(ctx.db, { ...owner, ...given }) };
}

/**
 * Accepts addresses that may be connected to. What a name leads to is looked at whenever something is pushed
 * (docs/subsystems/webhooks.md#where-webhooks-may-go).
 */
function parseEndpoint({ guard }: OperationContext, endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new AppError("BAD_REQUEST", "Invalid endpoint");
  if (guard.refusesHost(url.hostname)) throw new AppError("BAD_REQUEST", "Endpoint is not allowed");
  return endpoint;
}
