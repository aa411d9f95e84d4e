import { avatarUrl } from "../../present/avatar.ts";
import { type Account, updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteAvatar, type ScaledPicture, upsertAvatar } from "../../queries/accounts/avatars.ts";
import type { Change } from "../change.ts";
import { emitBotUpdated } from "../events/emit-bot.ts";
import { emitAvatar } from "../events/emit-user.ts";

/** A picture that was checked, with the part of its address that cannot be guessed. */
export interface AvatarPicture extends ScaledPicture {
  readonly secret: string;
}

/**
 * Gives the user another picture, or with null the one made from the address, and tells everybody
 * (docs/behaviour/users.md#avatars). Gives the user as it is then.
 */
export async function changeAvatar(
  change: Change,
  before: Account,
  picture: AvatarPicture | null,
): Promise<Account> {
  const { tx, realmId, versions, hostname } = change;
  const ref = { realmId, userId: before.userId };
  if (picture === null) await deleteAvatar(tx, ref);
  else await upsertAvatar(tx, ref, picture);
  const differences = {
    avatarSource: picture === null ? "G" : "U",
    avatarSecret: picture?.secret ?? "",
    avatarVersion: before.avatarVersion + 1,
  };
  await updateAccount(tx, ref, { change: differences, versions });
  const user: Account = { ...before, ...differences };
  emitAvatar(change, user);
  if (user.isBot) await emitBotUpdated(change, user, { avatar_url: avatarUrl(user, hostname) });
  return user;
}
