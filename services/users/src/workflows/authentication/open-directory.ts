import type { Context } from "../../context.ts";
import { DirectoryFailure } from "../../domain/directory/directory-failure.ts";
import type { DirectoryRow } from "../../queries/authentication/directories.ts";
import { type OpenDirectory, sealedBind } from "../../values/directory-settings.ts";

/** Returns a directory with the password of the account that searches. @throws DirectoryFailure when no key reads it */
export async function openDirectory(
  { signIns }: Context,
  { sealedPassword, settings }: DirectoryRow,
): Promise<OpenDirectory> {
  if (sealedPassword === null) return { ...settings, bindPassword: null };
  const opened = await signIns.texts.open(sealedPassword, sealedBind);
  if (opened === null) throw new DirectoryFailure("The bindPassword must be set again");
  return { ...settings, bindPassword: opened.bindPassword };
}
