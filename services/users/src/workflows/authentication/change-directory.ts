import { isDeepStrictEqual } from "node:util";

import type { updateSignIn } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";
import { prettifyError, type z } from "zod";

import type { Context } from "../../context.ts";
import {
  deleteDirectory,
  type DirectoryRow,
  lockDirectory,
  upsertDirectory,
} from "../../queries/authentication/directories.ts";
import { givenDirectory, isEncrypted } from "../../values/directory-settings.ts";

type Given = NonNullable<z.output<typeof updateSignIn.input>["directory"]>;

/** Directory as it is to be; without a password it keeps the one that there is. */
interface SealedDirectory {
  readonly settings: DirectoryRow["settings"];
  readonly sealedPassword: string | undefined;
}

type Wanted = Omit<DirectoryRow, "sync">;

/** Completes the settings of a directory and seals its password. @throws BAD_REQUEST */
export async function sealedDirectory(ctx: Context, given: Given): Promise<SealedDirectory> {
  const parsed = givenDirectory.safeParse(given);
  if (!parsed.success) throw refused(`directory: ${prettifyError(parsed.error)}`);
  const { bindPassword, settings } = parsed.data;
  if (ctx.mode === "production" && !isEncrypted(settings))
    throw refused("directory: passwords must be encrypted; give an ldaps:// address, or startTls.");
  const sealedPassword =
    bindPassword === undefined ? undefined : await ctx.signIns.texts.seal({ bindPassword });
  return { settings, sealedPassword };
}

/**
 * Returns the directory that is to be written, null for none, and undefined when nothing changes. A password is kept
 * for the same account at the same address only: no other server is to hear it. @throws BAD_REQUEST
 */
export async function changedDirectory(
  tx: Transaction,
  realmId: number,
  given: SealedDirectory | null | undefined,
): Promise<Wanted | null | undefined> {
  if (given === undefined) return undefined;
  const before = await lockDirectory(tx, realmId);
  if (given === null) return before === null ? undefined : null;
  const { settings } = given;
  const isSameAccount =
    before?.settings.bindDn === settings.bindDn &&
    before?.settings.url === settings.url &&
    before.settings.startTls === settings.startTls;
  const kept = isSameAccount ? (before?.sealedPassword ?? null) : null;
  const sealedPassword = given.sealedPassword ?? kept;
  if (settings.bindDn !== undefined && sealedPassword === null)
    throw refused("directory: needs a bindPassword.");
  const isSame =
    given.sealedPassword === undefined && isDeepStrictEqual(settings, before?.settings);
  return isSame ? undefined : { settings, sealedPassword };
}

/** Writes the directory; null removes it. */
export async function writeDirectory(
  tx: Transaction,
  realmId: number,
  wanted: Wanted | null,
): Promise<void> {
  if (wanted === null) await deleteDirectory(tx, realmId);
  else await upsertDirectory(tx, realmId, wanted);
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
