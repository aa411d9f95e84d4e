import { AppError } from "@team-chat/errors";
import { failureLog } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { listRealmsWithDueMembers } from "../../queries/groups/full-members.ts";
import { changeRealm } from "../change-realm.ts";
import { applyMoves, findMoves } from "./recount-full-members.ts";

const lookEveryMs = 60_000;

/** Time before the last look that is looked at again, because something may have failed then. */
const overlapMs = 86_400_000;

/**
 * Makes full members, from now on, of those who have waited long enough, a minute late at most
 * (docs/subsystems/users.md). The first look is at everybody who waits.
 */
export function promoteFullMembersRegularly(ctx: Context): PeriodicTask {
  let since: number | null = null;
  return new PeriodicTask({
    everyMs: lookEveryMs,
    run: async () => {
      const now = ctx.now();
      for (const realm of await listRealmsWithDueMembers(ctx.db, { since, now }))
        await promote(ctx, realm);
      since = now - overlapMs;
    },
    onError: failureLog(ctx.log, "looking for new full members failed and is tried again"),
  });
}

async function promote(
  ctx: Context,
  realm: { readonly id: number; readonly subdomain: string },
): Promise<void> {
  const { log, now } = ctx;
  try {
    await changeRealm(ctx, realm, async ({ tx, begin }) => {
      const moves = await findMoves(tx, realm.id, now());
      if (moves !== null) await applyMoves(await begin({}), moves);
    });
  } catch (error) {
    // The process that writes for the organization looks too.
    if (!(error instanceof AppError) || error.code !== "SERVICE_UNAVAILABLE")
      log.error({ err: error, realm: realm.id }, "promoting full members failed, tried again");
  }
}
