import type { getRealmEmojiImage as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, FileAnswer } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { parsePictureName } from "../../present/realm-emoji.ts";
import { findPicture } from "../../queries/organization/realm-emoji.ts";

/** Returns the picture of an emoji, also of a deactivated one. */
export async function getRealmEmojiImage(
  ctx: Context,
  caller: Anonymous,
  { file_name: text }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const { id: realmId } = checkedRealm(caller.realm);
  const name = parsePictureName(text);
  const picture = name === null ? null : await findPicture(ctx.db, realmId, name);
  if (picture === null) throw new AppError("NOT_FOUND", "There is nothing at this address.");
  return new FileAnswer(picture.contentType, picture.bytes);
}
