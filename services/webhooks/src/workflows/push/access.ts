import { getAccessMark } from "@team-chat/contract";

import type { WebhooksContext } from "../../context.ts";

const self = { kind: "service", name: "webhooks" } as const;

/** Access with which a subscription was added. */
interface Access {
  readonly realmId: number;
  readonly userId: number;
  /** Null when it was added with an API key. */
  readonly sessionId: number | null;
  /** Key with which it was added, unless it is the one that every account has. */
  readonly keyId: number | null;
}

/**
 * Loads what the session, or the key, of a subscription is known by; null when it has ended.
 *
 * @throws SERVICE_UNAVAILABLE
 */
export async function loadAccessMark(
  ctx: WebhooksContext,
  { keyId, realmId, sessionId, userId }: Access,
): Promise<string | null> {
  const asked = { realmId, userId, sessionId, keyId };
  const { mark } = await ctx.usersClient.call(getAccessMark, self, asked, { realmId });
  return mark;
}

/** Tells whether whoever added a subscription would still be let in with what they added it with. */
export async function isStillAdmitted(
  ctx: WebhooksContext,
  subscription: Access & { readonly accessMark: string | null },
): Promise<boolean> {
  const { accessMark } = subscription;
  return accessMark === null || (await loadAccessMark(ctx, subscription)) === accessMark;
}
