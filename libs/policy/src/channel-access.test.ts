import type { GroupRecord, GroupSettingValue, UserRecord } from "@team-chat/contract";
import { ChannelDirectory, UserDirectory } from "@team-chat/projection";
import fc from "fast-check";
import { test } from "vitest";

import {
  channelPermissionNames,
  type ChannelPermission,
  hasContentAccess,
  hasMetadataAccess,
  listMetadataAudience,
  mayAdministerChannel,
} from "./index.ts";

const userIds = [1, 2, 3, 4, 5, 6];
const groupIds = [1, 2, 3, 4];
const channelId = 7;

const user = fc.record({
  role: fc.constantFrom(100, 200, 300, 400, 600),
  isActive: fc.boolean(),
});
const group = fc.record({
  members: fc.uniqueArray(fc.constantFrom(...userIds)),
  subgroups: fc.uniqueArray(fc.constantFrom(...groupIds)),
});
const setting: fc.Arbitrary<GroupSettingValue> = fc.oneof(
  fc.constantFrom(...groupIds),
  fc.record({
    direct_members: fc.uniqueArray(fc.constantFrom(...userIds), { maxLength: 2 }),
    direct_subgroups: fc.uniqueArray(fc.constantFrom(...groupIds), { maxLength: 2 }),
  }),
);
const world = fc.record({
  users: fc.array(user, { minLength: userIds.length, maxLength: userIds.length }),
  groups: fc.array(group, { minLength: groupIds.length, maxLength: groupIds.length }),
  isPrivate: fc.boolean(),
  isWebPublic: fc.boolean(),
  subscribers: fc.uniqueArray(fc.constantFrom(...userIds)),
  settings: fc.array(setting, {
    minLength: channelPermissionNames.length,
    maxLength: channelPermissionNames.length,
  }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

function build(of: World) {
  const users = new UserDirectory();
  users.apply({
    version: 1,
    realm: null,
    users: of.users.map((u, i): UserRecord => {
      const id = userIds[i] ?? 0;
      return {
        id,
        email: `user${id}@example.com`,
        deliveryEmail: `user${id}@example.com`,
        fullName: `User ${id}`,
        role: u.role,
        isActive: u.isActive,
        isBot: false,
        isSystemBot: false,
        botType: null,
        botOwnerId: null,
        dateJoined: 0,
        avatarUrl: "",
        defaultSendingChannelId: null,
        joinsDefaultChannels: true,
        avatarIsGravatar: false,
        emailVisibility: 1,
        settings: {},
        webhook: null,
      };
    }),
    groups: of.groups.map((g, i): GroupRecord => {
      const id = groupIds[i] ?? 0;
      const facts = { description: "", isSystem: false, deactivated: false, settings: {} };
      return { id, name: `group ${id}`, ...facts, members: g.members, subgroups: g.subgroups };
    }),
  });
  const permissions = Object.fromEntries(
    channelPermissionNames.map((name, i) => [name, of.settings[i] ?? 0]),
  );
  const channel = {
    id: channelId,
    isPrivate: of.isPrivate,
    isWebPublic: of.isWebPublic,
    permissions,
  };
  const channels = new ChannelDirectory();
  channels.apply({
    version: 1,
    channels: [],
    topicPolicies: [],
    memberships: of.subscribers.map((userId) => ({
      channelId,
      userId,
      active: true,
      muted: false,
      version: 1,
    })),
  });
  return { users, channels, channel };
}

/** Decides by the words of docs/behaviour/channels.md#access, without any of our code. */
function oracle(of: World, userId: number) {
  const role = of.users[userIds.indexOf(userId)]?.role ?? 0;
  const inGroup = (groupId: number, path: number[]): boolean => {
    const g = of.groups[groupIds.indexOf(groupId)];
    if (!g || path.includes(groupId)) return false;
    return (
      g.members.includes(userId) || g.subgroups.some((sub) => inGroup(sub, [...path, groupId]))
    );
  };
  const listed = (name: ChannelPermission) => {
    const value = of.settings[channelPermissionNames.indexOf(name)];
    if (value === undefined) return false;
    if (typeof value === "number") return inGroup(value, []);
    return (
      value.direct_members.includes(userId) || value.direct_subgroups.some((g) => inGroup(g, []))
    );
  };
  const guest = role === 600;
  const member = (name: ChannelPermission) => !guest && listed(name);
  const open = of.isWebPublic || of.subscribers.includes(userId) || (!of.isPrivate && !guest);
  const joins = member("can_subscribe_group") || member("can_add_subscribers_group");
  const administers = role <= 200 || member("can_administer_channel_group");
  return { content: open || joins, metadata: open || joins || administers, administers };
}

test("access is what the table says for every user, channel and set of permissions", ({
  expect,
}) => {
  fc.assert(
    fc.property(world, (of) => {
      const { channel, ...directories } = build(of);
      for (const actor of directories.users.users.values()) {
        const decided = {
          content: hasContentAccess(actor, channel, directories),
          metadata: hasMetadataAccess(actor, channel, directories),
          administers: mayAdministerChannel(actor, channel, directories.users),
        };
        expect(decided).toEqual(oracle(of, actor.id));
      }
    }),
    { numRuns: 300 },
  );
});

test("the audience of a channel's own events is every active user with metadata access", ({
  expect,
}) => {
  fc.assert(
    fc.property(world, (of) => {
      const { channel, ...directories } = build(of);
      const expected = userIds.filter(
        (id, i) => of.users[i]?.isActive === true && oracle(of, id).metadata,
      );
      expect(listMetadataAudience(channel, directories)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
