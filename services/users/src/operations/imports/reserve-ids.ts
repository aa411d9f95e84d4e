import type { importOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { reserveIds as reserve } from "@team-chat/transfer";
import type { z } from "zod";

import type { Context } from "../../context.ts";

type Contract = typeof importOperations.users.reserve;

const sequences: Readonly<Record<string, string>> = {
  people: "account_user_id_seq",
  groups: "user_group_group_id_seq",
  linkifiers: "linkifier_linkifier_id_seq",
  playgrounds: "playground_playground_id_seq",
  profile_fields: "profile_field_field_id_seq",
  emoji: "realm_emoji_emoji_id_seq",
  invitations: "invitation_invitation_id_seq",
  snippets: "saved_snippet_snippet_id_seq",
};

/** Keeps ids for an organization that is taken in (docs/adr/0031-imports-shift-ids.md). */
export async function reserveIds(
  { db }: Context,
  _: Identity,
  { counts }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const firsts: Record<string, number> = {};
  for (const [kind, count] of Object.entries(counts)) {
    const sequence = sequences[kind];
    if (sequence === undefined) throw new Error(`There are no ids of ${kind}.`);
    firsts[kind] = await reserve(db, sequence, count);
  }
  return { firsts };
}
