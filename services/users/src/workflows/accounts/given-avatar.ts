import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import type { AvatarPicture } from "./change-avatar.ts";
import { scaledAvatar } from "./scaled-avatar.ts";

/** Returns the picture that a request brings for a bot; null without one. @throws what `scaledAvatar` throws */
export async function givenAvatar(
  ctx: Pick<Context, "scaler">,
  files: readonly { readonly bytes: Buffer }[],
): Promise<AvatarPicture | null> {
  const [file, ...others] = files;
  if (file === undefined) return null;
  if (others.length > 0)
    throw new AppError("BAD_REQUEST", "You may only upload one file at a time");
  return scaledAvatar(ctx, file.bytes);
}
