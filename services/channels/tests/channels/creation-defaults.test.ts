// What is left out when channels are made is as its default, and each value given is seen afterwards.
import {
  createChannel,
  createChannelFolder,
  getChannel,
  subscribe,
  updateSubscriptions,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
let announcementsId: number;
let folderId: number;
let count = 0;

beforeEach(async () => {
  realm = world().realm();
  await realm.subscribe("owner", ["news"]);
  announcementsId = await realm.channelId("news");
  realm.people.configure({
    enable_spectator_access: true,
    new_stream_announcements_stream_id: announcementsId,
  });
  const folder = await realm.request("owner", createChannelFolder, { name: "Work" });
  folderId = folder.channel_folder_id;
});

/** Parameters that all operations that create channels take. */
type Given = Omit<
  Parameters<typeof realm.request<typeof subscribe.params, never>>[2],
  "subscriptions"
>;

/** The three operations, each making one channel of this name. */
const creating = {
  "POST /users/me/subscriptions": (name: string, given: Given) =>
    realm.request("owner", subscribe, { subscriptions: [{ name }], ...given }),
  "PATCH /users/me/subscriptions": (name: string, given: Given) =>
    realm.request("owner", updateSubscriptions, { add: [{ name }], ...given }),
  "POST /channels/create": (name: string, given: Given) =>
    realm.request("owner", createChannel, {
      name,
      subscribers: [realm.people.id("owner")],
      ...given,
    }),
} as const;

/** The new channel as it is shown, whether new users get it, and how often it is announced. */
async function outcome(create: (name: string, given: Given) => Promise<unknown>, given: Given) {
  count += 1;
  const wanted = `channel ${count}`;
  const said = await realm.notices(() => create(wanted, given));
  const { stream } = await realm.request("owner", getChannel, {
    stream_id: await realm.channelId(wanted),
  });
  const { date_created: _date, name: _name, stream_id, ...shown } = stream;
  const { realm_default_streams: defaults } = (await realm.register("alice")).sections;
  const announced = said.filter(
    ({ to }) => to.kind === "channel" && to.channelId === announcementsId,
  );
  const isDefault = (defaults as readonly unknown[]).includes(stream_id);
  return { ...shown, isDefault, announced: announced.length };
}

interface Row {
  readonly name: keyof Given;
  /** Value that is equal to leaving it out. */
  readonly usual: unknown;
  /** Other values, each with what is different then. */
  readonly others: readonly (readonly [value: unknown, different: object])[];
  /** Parameters that it depends on. */
  readonly base?: Given;
}

const same = (name: keyof Given, ...values: readonly unknown[]): Row["others"] =>
  values.map((value) => [value, { [name]: value }] as const);

const rows: readonly Row[] = [
  { name: "announce", usual: false, others: [[true, { announced: 1 }]] },
  {
    name: "invite_only",
    usual: false,
    others: [[true, { invite_only: true, history_public_to_subscribers: false }]],
  },
  { name: "is_web_public", usual: false, others: same("is_web_public", true) },
  { name: "is_default_stream", usual: false, others: [[true, { isDefault: true }]] },
  {
    name: "history_public_to_subscribers",
    usual: false,
    others: same("history_public_to_subscribers", true),
    base: { invite_only: true },
  },
  {
    name: "message_retention_days",
    usual: "realm_default",
    others: [...same("message_retention_days", 30), ["unlimited", { message_retention_days: -1 }]],
  },
  {
    name: "topics_policy",
    usual: "inherit",
    others: same("topics_policy", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"),
  },
  { name: "folder_id", usual: null, others: [] },
];

describe.for(Object.entries(creating))(
  "%s without a parameter is as with its default (docs/behaviour/channels.md#creating-a-channel)",
  ([, create]) => {
    test.for(rows)(
      "creating a channel does without $name what it does with the default",
      async ({ base = {}, name, others, usual }, { expect }) => {
        const left = await outcome(create, base);
        expect(await outcome(create, { ...base, [name]: usual })).toEqual(left);
        for (const [value, different] of others) {
          const changed = await outcome(create, { ...base, [name]: value });
          expect(changed, String(value)).toEqual({ ...left, ...different });
          expect(changed, String(value)).not.toEqual(left);
        }
      },
    );

    test("a folder that is named", async ({ expect }) => {
      const left = await outcome(create, {});
      expect(left).toMatchObject({ folder_id: null });
      const filed = await outcome(create, { folder_id: folderId });
      expect(filed).toEqual({ ...left, folder_id: folderId });
    });
  },
);
