import * as contract from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { groupIds } from "./people.ts";
import { refusalOf } from "./refusal-of.ts";
import { type Realm, World } from "./world.ts";

/** Things of some organization, or of none. */
interface Things {
  readonly channelId: number;
  readonly channel: string;
  readonly folderId: number;
  readonly userId: number;
  readonly email: string;
  readonly groupId: number;
}

type Call = (realm: Realm, things: Things) => Promise<unknown>;

const nothing: Things = {
  channelId: 0,
  channel: "nowhere",
  folderId: 0,
  userId: 0,
  email: "nobody@example.com",
  groupId: 0,
};

const world = useWorld(() => World.create());
let other: Realm;
let own: Realm;
let theirs: Things;

beforeAll(async () => {
  other = world().realm();
  own = world().realm();
  await other.subscribe("owner", ["theirs"]);
  await own.subscribe("owner", ["ours"]);
  const folder = { name: "their folder", description: "" };
  const { channel_folder_id } = await other.request("owner", contract.createChannelFolder, folder);
  // A group of theirs alone: ids of groups are counted for all organizations together.
  other.people.state.groups = [
    ...other.people.state.groups,
    { ...groupOf(other, "readers"), id: 777, name: "theirs" },
  ];
  other.people.state.version += 1;
  theirs = {
    channelId: await other.channelId("theirs"),
    channel: "theirs",
    folderId: channel_folder_id,
    userId: other.people.id("alice"),
    email: other.people.record("alice").email,
    groupId: 777,
  };
});

function groupOf(realm: Realm, name: keyof typeof groupIds) {
  const group = realm.people.state.groups.find(({ id }) => id === groupIds[name]);
  if (!group) throw new Error(`There is no group ${name}.`);
  return group;
}

/** Every way in which an operation can name something, by the owner of an organization. */
const calls: Readonly<Record<string, readonly Call[]>> = {
  subscribe: [
    (realm, { userId }) => realm.subscribe("owner", ["ours"], { principals: [userId] }),
    (realm, { email }) => realm.subscribe("owner", ["ours"], { principals: [email] }),
    (realm, { folderId }) => realm.subscribe("owner", ["new"], { folder_id: folderId }),
    (realm, { groupId }) => realm.subscribe("owner", ["new"], { can_subscribe_group: groupId }),
    (realm, { userId }) =>
      realm.subscribe("owner", ["new"], {
        can_send_message_group: { direct_members: [userId], direct_subgroups: [] },
      }),
    (realm, { groupId }) =>
      realm.subscribe("owner", ["new"], {
        can_send_message_group: { direct_members: [], direct_subgroups: [groupId] },
      }),
  ],
  unsubscribe: [
    (realm, { channel }) =>
      realm.request("owner", contract.unsubscribe, { subscriptions: [channel] }),
    (realm, { userId }) =>
      realm.request("owner", contract.unsubscribe, {
        subscriptions: ["ours"],
        principals: [userId],
      }),
  ],
  updateSubscriptions: [
    (realm, { channel }) =>
      realm.request("owner", contract.updateSubscriptions, { delete: [channel] }),
  ],
  getChannel: [byChannel(contract.getChannel)],
  getChannelId: [
    (realm, { channel }) => realm.request("owner", contract.getChannelId, { stream: channel }),
  ],
  listChannelMembers: [byChannel(contract.listChannelMembers)],
  archiveChannel: [byChannel(contract.archiveChannel)],
  addDefaultChannel: [byChannel(contract.addDefaultChannel)],
  removeDefaultChannel: [byChannel(contract.removeDefaultChannel)],
  getChannelEmailAddress: [byChannel(contract.getChannelEmailAddress)],
  updateSubscriptionProperties: [
    (realm, { channelId }) =>
      realm.request("owner", contract.updateSubscriptionProperties, {
        subscription_data: [{ stream_id: channelId, property: "is_muted", value: true }],
      }),
  ],
  updateSubscriptionProperty: [
    (realm, { channelId: stream_id }) =>
      realm.request("owner", contract.updateSubscriptionProperty, {
        stream_id,
        property: "is_muted",
        value: true,
      }),
  ],
  createChannel: [
    (realm, { userId }) =>
      realm.request("owner", contract.createChannel, { name: "new", subscribers: [userId] }),
    (realm, { folderId: folder_id }) =>
      realm.request("owner", contract.createChannel, { name: "new", subscribers: [], folder_id }),
    ...namedByPermissions((realm, name, value) =>
      realm.request("owner", contract.createChannel, {
        name: "new",
        subscribers: [],
        [name]: value,
      }),
    ),
  ],
  updateChannel: [
    (realm, { channelId: stream_id }) =>
      realm.request("owner", contract.updateChannel, { stream_id, description: "mine" }),
    async (realm, { folderId: folder_id }) =>
      realm.request("owner", contract.updateChannel, {
        stream_id: await realm.channelId("ours"),
        folder_id,
      }),
    async (realm, { groupId }) =>
      realm.request("owner", contract.updateChannel, {
        stream_id: await realm.channelId("ours"),
        can_send_message_group: { new: groupId },
      }),
    ...namedByPermissions(async (realm, name, value) =>
      realm.request("owner", contract.updateChannel, {
        stream_id: await realm.channelId("ours"),
        [name]: { new: value },
      }),
    ),
  ],
  setTopicVisibility: [0, 1, 2, 3].map(
    (visibility_policy): Call =>
      (realm, { channelId: stream_id }) =>
        realm.request("owner", contract.setTopicVisibility, {
          stream_id,
          topic: "t",
          visibility_policy,
        }),
  ),
  setTopicMuted: [
    (realm, { channelId: stream_id }) =>
      realm.request("owner", contract.setTopicMuted, { stream_id, topic: "t", op: "add" }),
    (realm, { channel: stream }) =>
      realm.request("owner", contract.setTopicMuted, { stream, topic: "t", op: "add" }),
  ],
  updateChannelFolder: [
    (realm, { folderId: channel_folder_id }) =>
      realm.request("owner", contract.updateChannelFolder, { channel_folder_id, name: "mine" }),
  ],
  reorderChannelFolders: [
    (realm, { folderId }) =>
      realm.request("owner", contract.reorderChannelFolders, { order: [folderId] }),
  ],
  getUserChannels: [
    (realm, { userId: user_id }) => realm.request("owner", contract.getUserChannels, { user_id }),
  ],
  getSubscriptionStatus: [
    (realm, { userId: user_id }) => statusOf(realm, { user_id }),
    (realm, { channelId: stream_id }) => statusOf(realm, { stream_id }),
  ],
};

/** Every permission naming a group, a group among others, and a user. */
function namedByPermissions(
  set: (realm: Realm, name: string, value: contract.GroupSettingValue) => Promise<unknown>,
): Call[] {
  return channelPermissionNames.flatMap((name): Call[] => [
    (realm, { groupId }) => set(realm, name, groupId),
    (realm, { groupId }) =>
      set(realm, name, { direct_members: [], direct_subgroups: [groupIds.readers, groupId] }),
    (realm, { userId }) => set(realm, name, { direct_members: [userId], direct_subgroups: [] }),
  ]);
}

/** Operations that name nothing that could be somebody else's. */
const namingNothing = [
  "listSubscriptions",
  "listChannels",
  "createChannelFolder",
  "listChannelFolders",
];

function byChannel(
  operation:
    | typeof contract.getChannel
    | typeof contract.listChannelMembers
    | typeof contract.archiveChannel
    | typeof contract.addDefaultChannel
    | typeof contract.removeDefaultChannel
    | typeof contract.getChannelEmailAddress,
): Call {
  return (realm, { channelId: stream_id }) =>
    realm.request("owner", operation as typeof contract.getChannel, { stream_id });
}

async function statusOf(
  realm: Realm,
  given: { readonly user_id?: number; readonly stream_id?: number },
): Promise<unknown> {
  return realm.request("owner", contract.getSubscriptionStatus, {
    user_id: realm.people.id("alice"),
    stream_id: await realm.channelId("ours"),
    ...given,
  });
}

describe("organizations never see anything of each other (docs/behaviour/api.md#separation-of-organizations)", () => {
  test("every operation of channels is asked", ({ expect }) => {
    const all = contract.operations.filter(({ owner }) => owner === "channels");
    const asked = [...Object.keys(calls), ...namingNothing];
    expect(asked.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  });

  test.for(Object.entries(calls))(
    "%s refuses what is another's as what there is not, and changes nothing",
    async ([, requests], { expect }) => {
      const before = [await other.state(), await own.state()];
      for (const ask of requests) {
        const [foreign, unknown] = [
          await refusalOf(ask(own, theirs)),
          await refusalOf(ask(own, nothing)),
        ];
        expect(foreign).not.toBe("accepted");
        expect(namelessly(foreign, theirs)).toEqual(namelessly(unknown, nothing));
      }
      expect([await other.state(), await own.state()]).toEqual(before);
    },
  );

  test("lists and initial data have channels of one's own organization only", async ({
    expect,
  }) => {
    const { streams } = await own.request("owner", contract.listChannels, { include_all: true });
    expect(streams.map(({ name }) => name)).toEqual(["ours"]);
    const folders = await own.request("owner", contract.listChannelFolders, {});
    expect(folders.channel_folders).toEqual([]);
    const { sections } = await own.register("owner");
    expect(JSON.stringify(sections)).not.toContain("their");
    const heard = await own.events(() => other.subscribe("alice", ["theirs"]));
    expect(heard).toEqual([]);
  });
});

/** A refusal without what the request itself named. */
function namelessly(refusal: unknown, things: Things): string {
  let text = JSON.stringify(refusal);
  for (const named of Object.values(things))
    text = text.replaceAll(new RegExp(String.raw`\b${String(named)}\b`, "g"), "…");
  return text;
}
