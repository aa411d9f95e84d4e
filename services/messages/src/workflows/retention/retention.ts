// See docs/subsystems/messages.md, "Retention".
import { expiringAtOnce } from "@team-chat/contract";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { listArchiving } from "../../queries/archive/emptying.ts";
import { claimTurns, listDue, repeatTurn } from "../../queries/messages/retention.ts";
import { emptyArchive } from "../archive/empty-archive.ts";
import { expireMessages } from "./expire-messages.ts";
import { listExpiring } from "./list-expiring.ts";

interface RetentionOptions {
  readonly ctx: Context;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Between two looks for realms whose turn has come. */
  readonly lookEveryMs: number;
}

/** Between two turns of a realm in which nothing was left. */
const turnEveryMs = 3_600_000;

/**
 * Deletes expired messages of one realm after the other, and what its archive keeps no longer. Each turn of a realm is
 * one process's alone; what it leaves when it dies comes with the next turn. Realms that keep everything and have
 * deleted nothing are asked for many at a time, so that nothing of them has to be loaded.
 */
export class Retention implements AsyncDisposable {
  readonly #options: RetentionOptions;
  readonly #stopping = new AbortController();
  readonly #looks: PeriodicTask;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#looks = new PeriodicTask({
      everyMs: options.lookEveryMs,
      run: () => this.#turns(),
      onError: (error) => {
        options.log.error({ err: error }, "expired messages stay for now");
      },
    });
  }

  /** Gives every realm whose turn has come by now its turn, as happens by itself at an interval. */
  look(): Promise<void> {
    return this.#looks.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#looks[Symbol.asyncDispose]();
  }

  async #turns(): Promise<void> {
    const { ctx } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const now = this.#options.now();
      const turn = { now: new Date(now), nextAt: new Date(now + turnEveryMs) };
      const due = await listDue(ctx.db, turn.now, expiringAtOnce);
      if (due.length === 0) return;
      const expiring = new Set(await listExpiring(ctx.peers, due));
      const archiving = new Set(await listArchiving(ctx.db, due));
      const isIdle = (realmId: number) => !expiring.has(realmId) && !archiving.has(realmId);
      await claimTurns(ctx.db, due.filter(isIdle), turn);
      for (const realmId of due) {
        if (signal.aborted) return;
        // One by one, so that others keep their turn when this one fails.
        if (isIdle(realmId) || (await claimTurns(ctx.db, [realmId], turn)).length === 0) continue;
        const isMore =
          expiring.has(realmId) && (await expireMessages(ctx, realmId, { now, signal }));
        const isMoreArchived = await emptyArchive(ctx, realmId, { now, signal });
        if (isMore || isMoreArchived) await repeatTurn(ctx.db, realmId, turn.now);
      }
    }
  }
}
