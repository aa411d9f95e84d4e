import type { getAvatarImage as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, FileAnswer } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { parseAvatarName } from "../../present/avatar.ts";
import { findAvatar } from "../../queries/accounts/avatars.ts";

/** Returns the picture that a user uploaded, in the size that the address names (docs/behaviour/users.md#avatars). */
export async function getAvatarImage(
  ctx: Context,
  caller: Anonymous,
  { file_name: text }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const { id: realmId } = checkedRealm(caller.realm);
  const name = parseAvatarName(text);
  const picture =
    name === null ? null : await findAvatar(ctx.db, { realmId, userId: name.userId }, name);
  if (picture === null) throw new AppError("NOT_FOUND", "There is nothing at this address.");
  return new FileAnswer(picture.contentType, picture.bytes);
}
