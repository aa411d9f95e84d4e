import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import { checkAvatarSize } from "../../policies/accounts/avatars.ts";
import { checkedPicture } from "../../policies/accounts/pictures.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import type { AvatarPicture } from "./change-avatar.ts";

/** Pixels of width and height (docs/behaviour/users.md#avatars). */
const sizes = ([100, 500] as const).map(
  (pixels) => ({ width: pixels, height: pixels, fit: "cover", motion: "kept" }) as const,
);

/**
 * Returns a picture of a person or bot in all its sizes. Takes a while, so that nothing should be locked meanwhile.
 * @throws BAD_REQUEST when it is no picture that can be kept, SERVICE_UNAVAILABLE when too many wait
 */
export async function scaledAvatar(
  { scaler }: Pick<Context, "scaler">,
  bytes: Buffer,
): Promise<AvatarPicture> {
  checkAvatarSize(bytes);
  const { picture } = checkedPicture(bytes);
  const outcome = await scaler.scale({ bytes, sizes });
  const [small, medium] = outcome.kind === "scaled" ? outcome.pictures : [];
  if (!small || !medium)
    throw new AppError("BAD_REQUEST", "Could not decode image; did you upload an image file?");
  return { ...picture, small: Buffer.from(small), medium: Buffer.from(medium), secret: newKey() };
}
