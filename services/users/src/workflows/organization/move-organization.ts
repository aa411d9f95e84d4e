// See docs/adr/0053-moving-organizations.md.
import { mostMoved } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import { listTurns, lockTurns, updateTurn } from "../../queries/organization/turns.ts";

/**
 * Has an organization served by another process of messages: by the one at this turn in its ranking, or by the next one
 * when none is given. Resolves when callers have been told, or are told later. @throws BAD_REQUEST
 */
export async function moveOrganization(
  ctx: Context,
  realmId: number,
  given: number | undefined,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockTurns(tx);
    const moved = await listTurns(tx);
    const before = moved.find((one) => one.realmId === realmId)?.turn ?? 0;
    const turn = given ?? before + 1;
    if (turn === before) return;
    if (before === 0 && moved.length >= mostMoved)
      throw new AppError(
        "BAD_REQUEST",
        `At most ${mostMoved} organizations can be moved at once: move another one back first (turn 0).`,
      );
    await updateTurn(tx, realmId, turn);
    await ctx.noteAction?.(tx, realmId);
  });
  await ctx.turns.runNow();
}
