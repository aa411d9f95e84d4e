import type { InputOf, OutputOf, updateSubscriptions as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { nameKey } from "../../values/realm-channels.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";
import { subscribeWithin } from "./subscribe.ts";
import { unsubscribeWithin } from "./unsubscribe.ts";

/** PATCH /users/me/subscriptions: subscribes, then leaves other channels, in one transaction. */
export function updateSubscriptions(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { add, delete: remove, ...others } = input;
  checkDisjoint(
    add.map(({ name }) => name),
    remove,
  );
  return changeRealm(ctx, caller, async (change) => {
    const joined =
      add.length > 0
        ? await subscribeWithin(change, ctx, { ...others, subscriptions: add })
        : { subscribed: {}, already_subscribed: {} };
    const left =
      remove.length > 0
        ? await unsubscribeWithin(change, ctx, {
            subscriptions: remove,
            principals: others.principals,
          })
        : { removed: [], not_removed: [] };
    return { ...joined, ...left };
  });
}

/** @throws BAD_REQUEST when there is nothing to do, or it is unclear what is to be done */
function checkDisjoint(add: readonly string[], remove: readonly string[]): void {
  if (add.length === 0 && remove.length === 0) {
    const message = `Nothing to do. Specify at least one of "add" or "delete".`;
    throw new AppError("BAD_REQUEST", message);
  }
  const keys = new Set(add.map((name) => nameKey(name.trim())));
  const both = remove.find((name) => keys.has(nameKey(name.trim())));
  if (both !== undefined)
    throw new AppError("BAD_REQUEST", `Channel (${both}) is both to be added and deleted.`);
}
