import type {
  InputOf,
  OutputOf,
  updateMessageFlagsForNarrow as contract,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { parseFlagChange } from "../../policies/flag-change.ts";
import { flagsEvent } from "../../present/flags-event.ts";
import { findRange } from "../../workflows/fetching/fetch-page.ts";
import { searchFor } from "../../workflows/fetching/search-for.ts";
import { applyFlagChange } from "../../workflows/read-state/apply-flag-change.ts";

type Input = InputOf<typeof contract>;

const maxMessages = 5000;

/** Changes a flag of messages around an anchor (docs/behaviour/messages.md#flags-in-a-narrow). */
export async function updateMessageFlagsForNarrow(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const change = parseFlagChange(input);
  const realm = await loadRealm(ctx, caller);
  const searches = await searchFor(ctx, realm, input.narrow);
  const range = { ...input, ...clamped(input), use_first_unread_anchor: false };
  const { ids, found_newest, found_oldest } = await findRange(ctx, searches, range);
  const sorted = ids.toSorted((a, b) => a - b);
  // Gate first: sending updates the same rows of ranges while it holds the gate.
  const { changed, ignoredChannels } = await ctx.outbox.transaction(
    realm.realmId,
    async (tx, emit) => {
      const outcome = await applyFlagChange(tx, realm, { change, ids: sorted });
      emit(flagsEvent(realm, change, outcome));
      return outcome;
    },
    { gateFirst: true },
  );
  return {
    processed_count: sorted.length,
    updated_count: changed.length,
    first_processed_id: sorted[0] ?? null,
    last_processed_id: sorted.at(-1) ?? null,
    found_oldest,
    found_newest,
    ignored_because_not_subscribed_channels: [...ignoredChannels],
  };
}

/** Limits both sides; when both are large each keeps half. */
function clamped({ num_before: before, num_after: after }: Input) {
  const half = maxMessages / 2;
  return {
    num_before: Math.min(before, Math.max(half, maxMessages - after)),
    num_after: Math.min(after, Math.max(half, maxMessages - before)),
  };
}
