import { maxAvatarMib, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Returns the one file of an upload. @throws BAD_REQUEST */
export function onlyAvatar(files: readonly { readonly bytes: Buffer }[]): Buffer {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw new AppError("BAD_REQUEST", "You must upload exactly one avatar.");
  return file.bytes;
}

/** @throws BAD_REQUEST */
export function checkAvatarSize(bytes: Buffer): void {
  if (bytes.length <= maxAvatarMib * 1024 * 1024) return;
  throw new AppError(
    "BAD_REQUEST",
    `Uploaded file is larger than the allowed limit of ${maxAvatarMib} MiB`,
  );
}

/** @throws BAD_REQUEST where the organization keeps users from changing their pictures */
export function checkMayChangeAvatar(
  user: { readonly role: number },
  realm: { readonly avatar_changes_disabled: boolean },
): void {
  if (realm.avatar_changes_disabled && user.role > roles.administrator)
    throw new AppError("BAD_REQUEST", "Avatar changes are disabled in this organization.");
}
