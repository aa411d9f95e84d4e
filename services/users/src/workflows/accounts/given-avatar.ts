import { AppError } from "@team-chat/errors";

import { checkAvatarSize } from "../../policies/accounts/avatars.ts";
import { checkedPicture } from "../../policies/accounts/pictures.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import type { AvatarPicture } from "./change-avatar.ts";

/** Returns the picture that a request brings for a bot; null without one. @throws BAD_REQUEST */
export function givenAvatar(files: readonly { readonly bytes: Buffer }[]): AvatarPicture | null {
  const [file, ...others] = files;
  if (file === undefined) return null;
  if (others.length > 0)
    throw new AppError("BAD_REQUEST", "You may only upload one file at a time");
  checkAvatarSize(file.bytes);
  return { ...checkedPicture(file.bytes).picture, secret: newKey() };
}
