import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import { isActiveName } from "../../queries/accounts/names.ts";

/** Bots are not called like anybody else who is active, so that mentions are clear. @throws BAD_REQUEST */
export async function checkBotNameFree(
  db: Connection,
  realmId: number,
  bot: { readonly userId: number | null; readonly fullName: string },
): Promise<void> {
  if (await isActiveName(db, realmId, bot))
    throw new AppError("BAD_REQUEST", "Name is already in use!");
}

/** Checks that the name of a bot that is reactivated is free. @throws BAD_REQUEST */
export async function checkReturningBotName(
  db: Connection,
  realmId: number,
  bot: { readonly userId: number; readonly fullName: string },
): Promise<void> {
  if (await isActiveName(db, realmId, bot))
    throw new AppError(
      "BAD_REQUEST",
      `There is already an active bot named "${bot.fullName}" in this organization. To reactivate this bot, you must rename or deactivate the other one first.`,
    );
}
