import * as contract from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { Person } from "../people.ts";
import { refusalOf } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
/** Of the private channel that only its owner is in, and of a public one. */
let ids: { readonly secret: number; readonly open: number };

beforeAll(async () => {
  realm = world().realm();
  await realm.subscribe("owner", ["secret"], { invite_only: true });
  await realm.subscribe("owner", ["open"]);
  ids = { secret: await realm.channelId("secret"), open: await realm.channelId("open") };
});

interface Named {
  readonly stream_id: number;
  readonly name: string;
}

type Call = (person: Person, channel: Named) => Promise<unknown>;

const nowhere: Named = { stream_id: 0, name: "nowhere" };

/**
 * Every operation that names a channel, for somebody who may not know of it. Not among them, because the reference lets
 * them tell: subscribing to a name that is taken (`Unable to access channel`) and creating it (409) and forgetting a
 * preference for a topic (docs/behaviour/api.md#hidden-things).
 */
const calls: Readonly<Record<string, Call>> = {
  getChannel: (person, { stream_id }) => realm.request(person, contract.getChannel, { stream_id }),
  getChannelId: (person, { name }) =>
    realm.request(person, contract.getChannelId, { stream: name }),
  getChannelEmailAddress: (person, { stream_id }) =>
    realm.request(person, contract.getChannelEmailAddress, { stream_id }),
  listChannelMembers: (person, { stream_id }) =>
    realm.request(person, contract.listChannelMembers, { stream_id }),
  getSubscriptionStatus: (person, { stream_id }) =>
    realm.request(person, contract.getSubscriptionStatus, {
      stream_id,
      user_id: realm.people.id("owner"),
    }),
  updateChannel: (person, { stream_id }) =>
    realm.request(person, contract.updateChannel, { stream_id, description: "mine" }),
  "updateChannel of nothing": (person, { stream_id }) =>
    realm.request(person, contract.updateChannel, { stream_id }),
  archiveChannel: (person, { stream_id }) =>
    realm.request(person, contract.archiveChannel, { stream_id }),
  addDefaultChannel: (person, { stream_id }) =>
    realm.request(person, contract.addDefaultChannel, { stream_id }),
  removeDefaultChannel: (person, { stream_id }) =>
    realm.request(person, contract.removeDefaultChannel, { stream_id }),
  unsubscribe: (person, { name }) =>
    realm.request(person, contract.unsubscribe, { subscriptions: [name] }),
  "unsubscribe of others": (person, { name }) =>
    realm.request(person, contract.unsubscribe, {
      subscriptions: [name],
      principals: [realm.people.id("owner")],
    }),
  updateSubscriptions: (person, { name }) =>
    realm.request(person, contract.updateSubscriptions, { delete: [name] }),
  updateSubscriptionProperties: (person, { stream_id }) =>
    realm.request(person, contract.updateSubscriptionProperties, {
      subscription_data: [{ stream_id, property: "is_muted", value: true }],
    }),
  updateSubscriptionProperty: (person, { stream_id }) =>
    realm.request(person, contract.updateSubscriptionProperty, {
      stream_id,
      property: "is_muted",
      value: true,
    }),
  setTopicVisibility: (person, { stream_id }) =>
    realm.request(person, contract.setTopicVisibility, {
      stream_id,
      topic: "t",
      visibility_policy: 1,
    }),
  setTopicMuted: (person, { name }) =>
    realm.request(person, contract.setTopicMuted, { stream: name, topic: "t", op: "add" }),
  "setTopicMuted by id": (person, { stream_id }) =>
    realm.request(person, contract.setTopicMuted, { stream_id, topic: "t", op: "add" }),
};

describe("a channel that one may not know of is refused as none (docs/behaviour/api.md#hidden-things)", () => {
  test.for(Object.entries(calls))(
    "%s is refused for a channel that one may not know of as for none",
    async ([, call], { expect }) => {
      const before = await realm.state();
      for (const person of ["moderator", "alice", "bot", "guest"] as const) {
        const unknown = said(await refusalOf(call(person, nowhere)), nowhere);
        expect(unknown).not.toContain("accepted");
        const hidden = { stream_id: ids.secret, name: "secret" };
        expect(said(await refusalOf(call(person, hidden)), hidden)).toBe(unknown);
        if (person !== "guest") continue;
        // Guests know only the public channels that they are in.
        const open = { stream_id: ids.open, name: "open" };
        expect(said(await refusalOf(call(person, open)), open)).toBe(unknown);
      }
      expect(await realm.state()).toEqual(before);
    },
  );
});

/** A refusal without what the request itself named. */
function said(refusal: unknown, { name, stream_id }: Named): string {
  return JSON.stringify(refusal).replaceAll(
    new RegExp(String.raw`\b(${name}|${stream_id})\b`, "g"),
    "…",
  );
}
