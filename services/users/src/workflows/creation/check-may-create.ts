import type { Connection } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import {
  checkCreationAllowed,
  checkCreationInvitation,
  checkCreationRoom,
  creationWindowMs,
} from "../../policies/organization/creation.ts";
import { countCreations, hasCreationInvitation } from "../../queries/organization/creations.ts";

/**
 * Checks that somebody may create an organization now; returns the hash of the invitation, null where none is needed.
 * @throws NOT_FOUND, BAD_REQUEST
 */
export async function checkMayCreate(
  ctx: Context,
  invitation: string | null,
): Promise<Buffer | null> {
  checkCreationAllowed(ctx.creation);
  await checkRoom(ctx, ctx.db);
  if (ctx.creation.who === "open") return null;
  const tokenHash = keyHash(invitation ?? "");
  const now = new Date(ctx.now());
  checkCreationInvitation(await hasCreationInvitation(ctx.db, { tokenHash, now }));
  return tokenHash;
}

/** Checks that not too many organizations were created lately. @throws BAD_REQUEST */
export async function checkRoom(ctx: Context, db: Connection): Promise<void> {
  const after = new Date(ctx.now() - creationWindowMs);
  checkCreationRoom(await countCreations(db, after), ctx.creation);
}
