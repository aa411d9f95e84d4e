import { AppError } from "@team-chat/errors";
import { failureLog } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { listRealmsWithDueMembers } from "../../queries/groups/full-members.ts";
import { changeRealm } from "../change-realm.ts";
import { applyMoves, findMoves } from "./recount-full-members.ts";

const lookEveryMs = 60_000;

/** Makes full members of those who have waited long enough, at most a minute late (docs/subsystems/users.md). */
export class FullMemberClock implements AsyncDisposable {
  readonly #ctx: Context;
  readonly #looks: PeriodicTask;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#looks = new PeriodicTask({
      everyMs: lookEveryMs,
      run: () => this.#look(),
      onError: failureLog(ctx.log, "looking for new full members failed and is tried again"),
    });
  }

  /** Looks at all organizations; those that fail are looked at again the next time. */
  look(): Promise<void> {
    return this.#looks.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looks[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    const { db, now } = this.#ctx;
    for (const realm of await listRealmsWithDueMembers(db, now())) await this.#promote(realm);
  }

  async #promote(realm: { readonly id: number; readonly subdomain: string }): Promise<void> {
    const { log, now } = this.#ctx;
    try {
      await changeRealm(this.#ctx, realm, async ({ tx, begin }) => {
        const moves = await findMoves(tx, realm.id, now());
        if (moves !== null) await applyMoves(await begin({}), moves);
      });
    } catch (error) {
      // The process that writes for the organization looks too.
      if (!(error instanceof AppError) || error.code !== "SERVICE_UNAVAILABLE")
        log.error({ err: error, realm: realm.id }, "promoting full members failed, tried again");
    }
  }
}
