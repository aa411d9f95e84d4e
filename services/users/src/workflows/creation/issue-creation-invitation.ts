import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { invitationExpiry } from "../../policies/organization/creation.ts";
import { insertCreationInvitation } from "../../queries/organization/creations.ts";

/** Realm id of what an operator does that is about no organization. */
const noRealm = 0;

/** Makes a link with which somebody creates an organization once, and returns it; of the token only a hash is kept. */
export async function issueCreationInvitation(ctx: Context, days: number): Promise<string> {
  const token = newKey();
  const nowMs = ctx.now();
  const expiresAt = invitationExpiry(nowMs, days);
  await ctx.db.transaction(async (tx) => {
    await ctx.noteAction?.(tx, noRealm);
    const invitation = { tokenHash: keyHash(token), now: new Date(nowMs), expiresAt };
    await insertCreationInvitation(tx, invitation);
  });
  return `${ctx.sites.urlOf(ctx.sites.root)}/new/${token}`;
}
