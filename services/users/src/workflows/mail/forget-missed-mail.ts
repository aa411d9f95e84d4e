import { failureLog } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { missedMailKeptSince } from "../../policies/settings/mail-settings.ts";
import { deleteOldMissedMail } from "../../queries/accounts/missed-mail.ts";

/** Forgets, from now on, what was mailed of missed messages long ago, with the links that have expired. */
export function forgetMissedMailRegularly(ctx: Context): PeriodicTask {
  return new PeriodicTask({
    everyMs: 3_600_000,
    run: () => forgetMissedMail(ctx),
    onError: failureLog(ctx.log, "forgetting old e-mail failed and is tried again"),
  });
}

/** Forgets it now. */
export async function forgetMissedMail({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  const ends = { now: new Date(now()), keptSince: missedMailKeptSince(now()) };
  while ((await deleteOldMissedMail(db, ends)) > 0);
}
