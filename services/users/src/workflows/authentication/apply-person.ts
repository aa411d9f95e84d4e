import { createHash } from "node:crypto";

import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import { checkedFullName } from "../../policies/accounts/names.ts";
import { type Account, loadAccount } from "../../queries/accounts/accounts.ts";
import {
  type DirectoryAccount,
  upsertPersonPicture,
} from "../../queries/authentication/directories.ts";
import { type AvatarPicture, changeAvatar } from "../accounts/change-avatar.ts";
import { checkNameFree } from "../accounts/check-name-free.ts";
import { scaledAvatar } from "../accounts/scaled-avatar.ts";
import { writeUserUpdate } from "../accounts/write-user-update.ts";
import type { Steps } from "./apply-claims.ts";

/** Picture that an account is to be given. */
export interface GivenPicture {
  /** Null for that of the address; undefined when what the directory has is no picture that can be kept. */
  readonly avatar: AvatarPicture | null | undefined;
  readonly hash: string | null;
  /** Time of the entry that has it; null while that may not be the last one. */
  readonly stamp: string | null;
}

/** Returns what to do about a picture of the directory; null when the account has been given it. */
export async function preparePicture(
  ctx: Context,
  known: Pick<DirectoryAccount, "pictureHash" | "pictureStamp" | "userId">,
  { bytes, stamp }: { readonly bytes: Buffer | null; readonly stamp: string | null },
): Promise<GivenPicture | null> {
  const hash = bytes === null ? null : createHash("sha256").update(bytes).digest("base64url");
  const isSame = hash === known.pictureHash;
  if (isSame && stamp === known.pictureStamp) return null;
  if (isSame) return { avatar: undefined, hash, stamp };
  if (bytes === null) return { avatar: null, hash, stamp };
  try {
    return { avatar: await scaledAvatar(ctx, bytes), hash, stamp };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "SERVICE_UNAVAILABLE") throw error;
    ctx.log.warn({ userId: known.userId }, "a picture of a directory cannot be kept");
    return { avatar: undefined, hash, stamp };
  }
}

interface Facts {
  readonly realmId: number;
  readonly userId: number;
  readonly fullName: string | undefined;
  /** Null when it is the one that the account was given. */
  readonly picture: GivenPicture | null;
}

/** Gives an account the name and the picture that its directory has; one that nobody may have is left out. */
export async function applyPerson(
  steps: Steps,
  { fullName, picture, realmId, userId }: Facts,
): Promise<Account> {
  const { change, tx } = steps;
  let user = await loadAccount(tx, realmId, userId);
  const name = await newName(steps, { realmId, user, fullName });
  if (name !== null) {
    const differences = { fullName: name };
    await writeUserUpdate(await change(), user, { differences, profile: [] });
    user = { ...user, ...differences };
  }
  if (picture === null) return user;
  if (picture.avatar !== undefined) user = await changeAvatar(await change(), user, picture.avatar);
  await upsertPersonPicture(tx, { realmId, userId }, picture);
  return user;
}

interface Naming {
  readonly realmId: number;
  readonly user: Account;
  readonly fullName: string | undefined;
}

/** Returns the name when it is another one, and may be had. */
async function newName(
  { log, tx }: Steps,
  { fullName, realmId, user }: Naming,
): Promise<string | null> {
  if (fullName === undefined || fullName.trim() === user.fullName) return null;
  try {
    const name = checkedFullName(fullName);
    await checkNameFree(tx, realmId, { userId: user.userId, fullName: name });
    return name;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ realmId, userId: user.userId }, "a name of a directory cannot be had");
    return null;
  }
}
