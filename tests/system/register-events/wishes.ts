import { clientCapabilities } from "@team-chat/contract";
import fc from "fast-check";

import type { Wishes } from "./state.ts";

const capabilityNames = Object.keys(clientCapabilities.shape);

/** Types that clients ask for which have no modern forms of anything. */
export const olderTypes = [
  "message",
  "update_message",
  "update_message_flags",
  "delete_message",
  "reaction",
  "submessage",
  "subscription",
  "stream",
  "muted_topics",
  "realm",
  "realm_user",
  "user_group",
  "realm_user_groups",
  "update_display_settings",
  "update_global_notifications",
  "user_settings",
  "starred_messages",
  "typing",
  "default_streams",
  "drafts",
] as const;

/** Choices of clients of all kinds. */
export const anyWishes: fc.Arbitrary<Wishes> = fc.record({
  apply_markdown: fc.boolean(),
  client_gravatar: fc.boolean(),
  include_subscribers: fc.constantFrom("true", "false", "partial"),
  slim_presence: fc.boolean(),
  all_public_streams: fc.constant(false),
  client_capabilities: fc
    .array(fc.boolean(), { minLength: capabilityNames.length, maxLength: capabilityNames.length })
    .map((values) =>
      Object.fromEntries(capabilityNames.map((name, i) => [name, values[i] ?? false])),
    ),
  event_types: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(olderTypes) },
  ),
});

/** A client of somebody of the organization, by name (see `createPeople`). */
export interface Cast {
  readonly name: string;
  readonly wishes: Wishes;
}

const humanNames = ["admin", "moderator", "member", "member2", "guest"] as const;

/** A client from before many capabilities, which is sent what newer ones are not. */
const anyOldWishes: fc.Arbitrary<Wishes> = anyWishes.map((wishes) => ({
  ...wishes,
  event_types: olderTypes,
  client_capabilities: { ...wishes.client_capabilities, user_settings_object: false },
}));

/**
 * The owner's client, which is allowed much and told everything; an older client of somebody; and those of two others.
 */
export const anyCast: fc.Arbitrary<readonly Cast[]> = fc
  .constantFrom(...humanNames)
  .chain((older) => {
    const others = [...humanNames, "bot"].filter((name) => name !== older);
    const clientOf = (wishes: fc.Arbitrary<Wishes>, name: string) =>
      wishes.map((said): Cast => ({ name, wishes: said }));
    return fc.shuffledSubarray(others, { minLength: 2, maxLength: 2 }).chain((two) =>
      fc.tuple(
        clientOf(
          anyWishes.map((wishes) => ({ ...wishes, event_types: null })),
          "owner",
        ),
        clientOf(anyOldWishes, older),
        ...two.map((name) => clientOf(anyWishes, name)),
      ),
    );
  });
