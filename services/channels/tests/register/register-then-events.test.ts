import {
  archiveChannel,
  audienceTest,
  type DomainEvent,
  roles,
  setTopicVisibility,
  unsubscribe,
  updateChannel,
  updateSubscriptionProperties,
} from "@team-chat/contract";
import { parseSnapshot, snapshotSees, sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
import { test } from "vitest";
import { z } from "zod";

import { actives, groupIds, type Person } from "../people.ts";
import { refusalOf } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";
import { ClientModel } from "./client-model.ts";

const world = useWorld(() => World.create());

const person = fc.constantFrom(...actives);
/** Users who are deactivated in between; whose queues do not outlive that. */
const leavers = ["bob", "bot"] as const;
const registering = fc.constantFrom(
  ...actives.filter((active) => leavers.every((leaver) => leaver !== active)),
);
const name = fc.constantFrom("a", "b", "c");
const people = fc.uniqueArray(person, { maxLength: 4 });
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });

/** Forms in which clients ask for topic preferences: today's and the older one. */
const forms = ["user_topic", "muted_topics"] as const;

const permission = fc
  .constantFrom(groupIds.readers, groupIds.helpers, groupIds["role:nobody"])
  .map((group) => ({ new: group }));

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("subscribe"),
      person,
      names,
      people,
      secret: fc.boolean(),
      helped: fc.boolean(),
      initial: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("unsubscribe"), person, names, people }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("mute"), person, name, on: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("topic"), person, name, policy: fc.nat({ max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("update"),
      person,
      name,
      changes: fc.record(
        {
          is_private: fc.boolean(),
          is_default_stream: fc.boolean(),
          is_archived: fc.constant(false),
          description: fc.constantFrom("", "New"),
          new_name: name,
          can_subscribe_group: permission,
          can_send_message_group: permission,
          can_administer_channel_group: permission,
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("archive"), person, name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("role"),
      who: person,
      role: fc.constantFrom(...Object.values(roles)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("group"), members: people }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("register"),
      person: registering,
      form: fc.constantFrom(...forms),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

interface Client {
  readonly name: Person;
  readonly model: ClientModel;
  readonly snapshot: string;
  readonly form: (typeof forms)[number];
}

const capabilities = {
  notification_settings_null: true,
  empty_topic_name: true,
  archived_channels: true,
};

test("a register and its events equal a fresh register while others write (docs/behaviour/events.md#registering)", async ({
  expect,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 40 }), async (acts) => {
      const realm = world().realm();
      await realm.subscribe("bot", ["a"]);
      const clients: Client[] = [];
      // Eight at a time, so that registers fall between the steps of others' writes.
      for (let i = 0; i < acts.length; i += 8) {
        const ids = await channelIds(realm);
        const leaver = leavers[(i / 8) % leavers.length] ?? "bot";
        realm.people.change(leaver, { isActive: !realm.people.record(leaver).isActive });
        await Promise.all(
          acts.slice(i, i + 8).map(async (doing) => {
            if (doing.kind === "register") clients.push(await register(realm, doing));
            else await refusalOf(perform(realm, doing, ids));
          }),
        );
      }
      await realm.settle();
      for (const client of clients) {
        await catchUp(realm, client);
        const fresh = await register(realm, { person: client.name, form: client.form });
        expect(client.model.state).toEqual(fresh.model.state);
      }
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

async function register(
  realm: Realm,
  { person: who, form }: { readonly person: Person; readonly form: Client["form"] },
): Promise<Client> {
  const fetch = ["stream", "subscription", "default_streams", form];
  const { sections, snapshot } = await realm.register(who, { capabilities, fetch });
  return { name: who, model: new ClientModel(realm.people.id(who), sections), snapshot, form };
}

/** Delivers the events as the events service does: everything for the user that the snapshot does not see. */
async function catchUp(realm: Realm, { model, name: who, snapshot }: Client): Promise<void> {
  const seen = parseSnapshot(snapshot);
  const rows = await world().db.any(
    sql.type(
      z.object({ xid: z.string(), events: z.string() }),
    )`select xid::text, events from outbox where realm_id = ${realm.id} order by id`,
  );
  for (const { events, xid } of rows) {
    if (snapshotSees(seen, BigInt(xid))) continue;
    for (const { audience, event, internal } of JSON.parse(events) as DomainEvent[]) {
      if (internal?.["without_capability"] !== undefined) continue;
      if (audienceTest(audience)(realm.people.id(who))) model.apply(event);
    }
  }
}

async function perform(
  realm: Realm,
  doing: Act,
  ids: ReadonlyMap<string, number>,
): Promise<unknown> {
  if ("role" in doing) return realm.people.setRole(doing.who, doing.role);
  if ("members" in doing) return realm.people.setMembers(groupIds.readers, doing.members);
  if (!realm.people.record(doing.person).isActive) return;
  const principals = ("people" in doing ? doing.people : []).map((who) => realm.people.id(who));
  const stream_id = "name" in doing ? (ids.get(doing.name) ?? 0) : 0;
  if (doing.kind === "subscribe" && "secret" in doing) {
    return realm.subscribe(doing.person, doing.names, {
      principals,
      invite_only: doing.secret,
      is_default_stream: doing.initial,
      ...(doing.helped ? { can_add_subscribers_group: groupIds.helpers } : {}),
    });
  }
  if (doing.kind === "unsubscribe" && "names" in doing)
    return realm.request(doing.person, unsubscribe, { subscriptions: doing.names, principals });
  if ("on" in doing) {
    const change = { stream_id, property: "is_muted", value: doing.on };
    const given = { subscription_data: [change] };
    return realm.request(doing.person, updateSubscriptionProperties, given);
  }
  if ("policy" in doing) {
    const given = { stream_id, topic: "Lunch", visibility_policy: doing.policy };
    return realm.request(doing.person, setTopicVisibility, given);
  }
  if ("changes" in doing)
    return realm.request(doing.person, updateChannel, { stream_id, ...doing.changes });
  return realm.request(doing.person, archiveChannel, { stream_id });
}

async function channelIds(realm: Realm): Promise<ReadonlyMap<string, number>> {
  const { channels } = await realm.state();
  return new Map(channels.map((channel) => [channel.name, channel.id]));
}
