import type { DomainEvent } from "@team-chat/contract";
import { describe, test } from "vitest";

import { realmUserRenderer } from "./render-users.ts";

const options = {
  applyMarkdown: false,
  capabilities: {},
  emptyTopicName: "",
  eventTypes: null,
  includeSubscribers: false,
  slimPresence: false,
};
const person = { user_id: 9, avatar_url: "https://avatars.example/9" };
const added = { type: "realm_user", op: "add", person };
const computable = { avatar_is_gravatar: true };

/** Renders an event for clients that compute avatars, and for those that do not. */
function forms(event: DomainEvent["event"], internal?: Readonly<Record<string, unknown>>) {
  const domain = {
    audience: { to: "everyone" },
    event,
    ...(internal ? { internal } : {}),
  } as const;
  return [true, false].map((clientGravatar) => {
    const own = { ...options, clientGravatar };
    return [realmUserRenderer.variant(own), ...realmUserRenderer.render(domain, own)];
  });
}

describe("realm_user (docs/behaviour/events.md#client-capabilities)", () => {
  test("realm_user leaves avatars that clients can compute to clients that want to", ({
    expect,
  }) => {
    const computed = { ...added, person: { ...person, avatar_url: null } };
    expect(forms(added, computable)).toEqual([
      ["computes all", computed],
      ["told all", added],
    ]);
    expect(forms(added)).toEqual([
      ["computes all", added],
      ["told all", added],
    ]);
  });

  test("a changed picture is left to clients in both sizes, and other changes get none", ({
    expect,
  }) => {
    const updated = { ...added, op: "update", person: { ...person, avatar_url_medium: "m" } };
    const nulls = { user_id: 9, avatar_url: null, avatar_url_medium: null };
    expect(forms(updated, computable)[0]).toEqual(["computes all", { ...updated, person: nulls }]);
    const renamed = { type: "realm_user", op: "update", person: { user_id: 9, full_name: "Nine" } };
    expect(forms(renamed, computable)[0]).toEqual(["computes all", renamed]);
  });

  test("realm_user shows somebody unknown to clients that need every user in the list", ({
    expect,
  }) => {
    const domain = {
      audience: { to: "everyone" },
      event: added,
      internal: { unknown_user: true },
    } as const;
    const shown = [{}, { user_list_incomplete: true }].map((capabilities) => {
      const own = { ...options, capabilities, clientGravatar: true };
      return [realmUserRenderer.variant(own), ...realmUserRenderer.render(domain, own)];
    });
    expect(shown).toEqual([["computes all", added], ["computes"]]);
  });
});
