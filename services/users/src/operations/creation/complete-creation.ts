import type { completeCreation as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import {
  checkCreationAllowed,
  checkCreationInvitation,
  checkedCreation,
  creationWindowMs,
} from "../../policies/organization/creation.ts";
import {
  type Creation,
  findCreation,
  lockCreations,
  takeCreation,
  takeCreationInvitation,
} from "../../queries/organization/creations.ts";
import { checkRoom } from "../../workflows/creation/check-may-create.ts";
import { createOrganization } from "../../workflows/creation/create-organization.ts";

/** Creates the organization that a link is for (docs/behaviour/organization.md#creating-one-on-a-page). */
export async function completeCreation(
  ctx: Context,
  _: Identity,
  { password, token }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  checkCreationAllowed(ctx.creation);
  const link = { tokenHash: keyHash(token), now: new Date(ctx.now()) };
  // Hashing is costly and anybody may ask, so the link is looked at before; what holds is decided in the transaction.
  const asked = checkedCreation(await findCreation(ctx.db, link));
  const { email, fullName, name, subdomain } = asked;
  const owner = { email, fullName, password, canCreateUsers: false, canChangeUserEmails: false };
  const wanted = { subdomain, name, owner, allowReserved: false, plan: ctx.creation.plan };
  const { realm } = await createOrganization(ctx, wanted, (tx) => take(ctx, tx, { asked, link }));
  return { name, url: realm.url };
}

interface Taking {
  readonly asked: Creation;
  readonly link: { readonly tokenHash: Buffer; readonly now: Date };
}

/** Takes the link and the invitation, so that neither creates anything else. @throws BAD_REQUEST */
async function take(ctx: Context, tx: Transaction, { asked, link }: Taking): Promise<void> {
  await lockCreations(tx);
  await checkRoom(ctx, tx);
  const keptUntil = new Date(link.now.getTime() + creationWindowMs);
  checkedCreation((await takeCreation(tx, { ...link, keptUntil })) ? asked : null);
  if (ctx.creation.who === "open") return;
  const tokenHash = asked.invitationHash ?? Buffer.alloc(0);
  checkCreationInvitation(await takeCreationInvitation(tx, { ...link, tokenHash }));
}
