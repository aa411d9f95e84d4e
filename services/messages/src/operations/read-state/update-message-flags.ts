import type { InputOf, OutputOf, updateMessageFlags as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { parseFlagChange } from "../../policies/flag-change.ts";
import { flagsEvent } from "../../present/flags-event.ts";
import { applyFlagChange } from "../../workflows/read-state/apply-flag-change.ts";

/** Changes one of the caller's flags of messages (docs/behaviour/messages.md#changing-flags). */
export async function updateMessageFlags(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const change = parseFlagChange(input);
  const realm = await loadRealm(ctx, caller);
  const ids = [...new Set(input.messages)];
  // Gate first: sending updates the same rows of ranges while it holds the gate.
  const { ignoredChannels } = await ctx.outbox.transaction(
    realm.realmId,
    async (tx, emit) => {
      const outcome = await applyFlagChange(tx, realm, { change, ids });
      emit(flagsEvent(realm, change, outcome));
      return outcome;
    },
    { gateFirst: true },
  );
  return {
    messages: input.messages,
    ignored_because_not_subscribed_channels: [...ignoredChannels],
  };
}
