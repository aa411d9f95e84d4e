import type { getRealmIconImage as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, FileAnswer } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { findRealmIcon } from "../../queries/organization/realm-icons.ts";

/** Returns the picture that the organization uploaded. */
export async function getRealmIconImage(
  ctx: Context,
  caller: Anonymous,
  { file_name: secret }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const icon = await findRealmIcon(ctx.db, checkedRealm(caller.realm).id, secret);
  if (icon === null) throw new AppError("NOT_FOUND", "There is nothing at this address.");
  return new FileAnswer(icon.contentType, icon.bytes);
}
