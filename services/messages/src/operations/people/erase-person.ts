import type { erasePersonOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { removeDueBytes } from "../../workflows/files/clean-files.ts";
import { eraseMessages, eraseReactions } from "../../workflows/people/erase-messages.ts";
import {
  eraseArchived,
  eraseExports,
  eraseFiles,
  eraseRows,
} from "../../workflows/people/erase-own.ts";

type Contract = typeof erasePersonOperations.messages;

/** After this much work the caller is asked whether to go on, in ms. */
const budgetMs = 1000;

/** Deletes some of what this service has of somebody (docs/erasure.md#what-goes). Each step may be repeated. */
export async function erasePerson(
  ctx: Context,
  _: Identity,
  { messages, realmId, userId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const person = { realmId, userId };
  const state = {
    realmId,
    users: await ctx.users.current(realmId),
    channels: await ctx.channels.current(realmId),
  };
  const own = [
    () => eraseExports(ctx, person),
    () => eraseFiles(ctx, person),
    () => eraseArchived(ctx, person),
    () => eraseRows(ctx, person),
  ];
  const said = [() => eraseReactions(ctx, state, person), () => eraseMessages(ctx, state, person)];
  const endAt = performance.now() + budgetMs;
  let deleted = 0;
  for (const eraseSome of messages === "delete" ? [...own, ...said] : own) {
    for (let some = await eraseSome(); some > 0; some = await eraseSome()) {
      deleted += some;
      if (performance.now() > endAt) return { deleted, isDone: false };
    }
  }
  await removeDueBytes(ctx);
  return { deleted, isDone: true };
}
