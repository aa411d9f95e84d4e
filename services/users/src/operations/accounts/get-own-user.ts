import {
  type getOwnUser as contract,
  type OutputOf,
  parseSections,
  registerOperations,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { presentUser } from "../../present/user.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { userForm } from "../../workflows/accounts/user-form.ts";

/** Request for nothing but the newest message id; everything that shapes other sections is at its default. */
const onlyMessages = {
  fetch: ["message"],
  clientGravatar: true,
  includeSubscribers: "false",
  slimPresence: true,
  presenceHistoryLimitDays: 0,
  capabilities: {},
} as const;

/** Returns the caller, with the newest message that the caller received. */
export async function getOwnUser(ctx: Context, caller: Caller): Promise<OutputOf<typeof contract>> {
  const account = await loadAccount(ctx.db, caller.realm.id, caller.userId);
  const part = await ctx.messages.call(
    registerOperations.messages,
    caller,
    { ...onlyMessages, fetch: [...onlyMessages.fetch] },
    { realmId: caller.realm.id },
  );
  const form = userForm(ctx, caller, {
    client_gravatar: false,
    include_custom_profile_fields: true,
  });
  const newest = z.int().default(-1).parse(parseSections(part)["max_message_id"]);
  return { ...presentUser(account, form), max_message_id: newest };
}
