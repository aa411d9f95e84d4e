import {
  type ChannelRecord,
  realmPermissions,
  realmSettings,
  systemGroupChain,
  type UserRecord,
} from "@team-chat/contract";
import {
  channelPermissionNames,
  checkSend,
  hasContentAccess,
  hasMetadataAccess,
  holdsChannelPermission,
  mayAdministerChannel,
} from "@team-chat/policy";
import { ChannelDirectory, UserDirectory } from "@team-chat/projection";
import { mayAddSubscribers, mayRemoveSubscribers } from "@team-chat/service-channels";
import { checkChannelMove, checkDelete, checkTopicEdit } from "@team-chat/service-messages";
import fc from "fast-check";
import { test } from "vitest";

import {
  Oracle,
  type OracleChannel,
  type OracleUser,
  type OracleWorld,
  type Setting,
} from "./decisions-oracle.ts";

const userIds = [1, 2, 3, 4, 5, 6, 7, 8];
const botId = 8;
const namedGroups = [9, 10, 11];
const [channelId, targetId] = [1, 2];

const someUsers = fc.uniqueArray(fc.constantFrom(...userIds), { maxLength: 3 });
const anyGroup = fc.constantFrom(2, 3, 4, 5, 6, 7, 8, ...namedGroups);
const setting: fc.Arbitrary<Setting> = fc.oneof(
  anyGroup,
  fc.record({
    direct_members: someUsers,
    direct_subgroups: fc.uniqueArray(anyGroup, { maxLength: 2 }),
  }),
);
const channel = (name: string): fc.Arbitrary<OracleChannel> =>
  fc
    .record({
      privacy: fc.constantFrom("private", "public", "web-public"),
      isArchived: fc.boolean(),
      isShared: fc.boolean(),
      subscribers: someUsers,
      permissions: settings(channelPermissionNames),
    })
    .map(({ privacy, ...facts }) => ({
      ...facts,
      name,
      isPrivate: privacy === "private",
      isWebPublic: privacy === "web-public",
    }));
const world: fc.Arbitrary<OracleWorld> = fc.record({
  users: fc.tuple(...userIds.map((id) => user(id))),
  groups: fc
    .tuple(
      ...namedGroups.map((id) =>
        fc
          .record({
            members: someUsers,
            subgroups: fc.uniqueArray(fc.constantFrom(3, 5, ...namedGroups), { maxLength: 2 }),
          })
          .map((group) => [id, group] as const),
      ),
    )
    .map((groups) => new Map(groups)),
  channel: channel("here"),
  target: channel("there"),
  organization: settings(Object.keys(realmPermissions)),
});

function settings(names: readonly string[]): fc.Arbitrary<Readonly<Record<string, Setting>>> {
  return fc.record(Object.fromEntries(names.map((name) => [name, setting])));
}

function user(id: number): fc.Arbitrary<OracleUser> {
  return fc.record({
    id: fc.constant(id),
    role: fc.constantFrom(100, 200, 300, 400, 400, 600, 600),
    isFull: fc.boolean(),
    ownerId: id === botId ? fc.constantFrom(1, 2, 3) : fc.constant(null),
  });
}

test("every decision about users and channels is the one that the words of the reference give", ({
  expect,
}) => {
  fc.assert(
    fc.property(world, (of) => {
      const oracle = new Oracle(of);
      const directories = build(of);
      for (const asked of of.users)
        expect(decisions(directories, asked.id)).toEqual(oracle.decide(asked));
    }),
    { numRuns: 400 },
  );
});

type Built = ReturnType<typeof build>;

/** Takes the decisions by the product's own code. */
function decisions({ here, there, ...directories }: Built, userId: number) {
  const { users } = directories;
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`There is no user ${userId}.`);
  const sentAt = 1_790_000_000;
  const others = userIds.find((id) => id !== userId && users.users.get(id)?.botOwnerId !== userId);
  const deletion = (senderId: number) =>
    refusal(() => {
      const message = { senderId, sentAt };
      checkDelete(actor, { message, channel: here, now: sentAt }, directories);
    });
  const topic = (to: string) =>
    refusal(() => {
      checkTopicEdit(actor, { channel: here, from: "a", to }, directories);
    });
  return {
    metadata: hasMetadataAccess(actor, here, directories),
    content: hasContentAccess(actor, here, directories),
    administer: mayAdministerChannel(actor, here, users),
    addSubscribers: mayAddSubscribers(actor, here, directories),
    removeSubscribers: mayRemoveSubscribers(actor, here, directories),
    send: refusal(() => {
      checkSend(actor, here, directories);
    }),
    createTopic: holdsChannelPermission(actor, {
      channel: here,
      name: "can_create_topic_group",
      users,
    }),
    deleteOthers: deletion(others ?? 0),
    deleteOwn: deletion(userId),
    moveWithin: topic("b"),
    resolve: topic("✔ a"),
    moveOut: refusal(() => {
      checkChannelMove(actor, { from: here, to: there }, directories);
    }),
  };
}

function refusal(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function build(of: OracleWorld) {
  const users = new UserDirectory();
  const settingsOf = { ...realmSettings.parse({}), ...of.organization };
  users.apply({
    version: 1,
    realm: {
      id: 1,
      subdomain: "",
      url: "http://localhost",
      name: "Realm",
      deactivated: false,
      settings: settingsOf,
    },
    users: of.users.map((one) => userRecord(one)),
    groups: [...systemGroupRecords(of), ...namedGroupRecords(of)],
  });
  const channels = new ChannelDirectory();
  const here = channelRecord(channelId, of.channel);
  const there = channelRecord(targetId, of.target);
  const members = (id: number, { subscribers }: OracleChannel) =>
    subscribers.map((userId) => ({
      channelId: id,
      userId,
      active: true,
      muted: false,
      version: 1,
    }));
  channels.apply({
    version: 1,
    channels: [here, there],
    memberships: [...members(channelId, of.channel), ...members(targetId, of.target)],
    topicPolicies: [],
  });
  return { users, channels, here, there };
}

function userRecord({ id, ownerId, role }: OracleUser): UserRecord {
  return {
    id,
    email: `user${id}@example.com`,
    deliveryEmail: `user${id}@example.com`,
    fullName: `User ${id}`,
    role,
    isActive: true,
    isBot: ownerId !== null,
    isSystemBot: false,
    botType: ownerId === null ? null : 1,
    botOwnerId: ownerId,
    dateJoined: 0,
    avatarUrl: "",
    defaultSendingChannelId: null,
    joinsDefaultChannels: true,
    avatarIsGravatar: false,
    emailVisibility: 1,
    settings: {},
    webhook: null,
  };
}

/** Roles put users into one system group directly; the others follow from being contained. */
function systemGroupRecords({ users }: OracleWorld) {
  const direct = (name: string) =>
    users.filter((one) => name === directGroup(one)).map(({ id }) => id);
  const facts = { description: "", isSystem: true, deactivated: false, settings: {} };
  const chain = systemGroupChain.map((name, i) => ({
    ...facts,
    id: i + 1,
    name,
    members: direct(name),
    subgroups: i + 1 < systemGroupChain.length ? [i + 2] : [],
  }));
  return [...chain, { ...facts, id: 8, name: "role:nobody", members: [], subgroups: [] }];
}

function directGroup({ isFull, role }: OracleUser): string {
  const names: Readonly<Record<number, string>> = {
    100: "role:owners",
    200: "role:administrators",
    300: "role:moderators",
    600: "role:everyone",
  };
  return names[role] ?? (isFull ? "role:fullmembers" : "role:members");
}

function namedGroupRecords({ groups }: OracleWorld) {
  return [...groups].map(([id, { members, subgroups }]) => ({
    id,
    name: `group ${id}`,
    description: "",
    isSystem: false,
    deactivated: false,
    members: [...members],
    subgroups: [...subgroups],
    settings: {},
  }));
}

function channelRecord(id: number, of: OracleChannel): ChannelRecord {
  return {
    id,
    name: of.name,
    isPrivate: of.isPrivate,
    isWebPublic: of.isWebPublic,
    isArchived: of.isArchived,
    historyPublicToSubscribers: of.isShared,
    topicsPolicy: "inherit",
    messageRetentionDays: null,
    creatorId: null,
    firstMessageId: 1,
    isRecentlyActive: true,
    permissions: of.permissions as ChannelRecord["permissions"],
  };
}
