import { expect, test } from "vitest";

import { membershipFlags } from "./changes.ts";
import { RealmChannels } from "./realm-channels.ts";

const { color, muted, subscribed } = membershipFlags;
const nothingAnnounced = { version: 0, users: [], groups: [] };

test("what this process wrote is taken over only when it comes next", () => {
  const channels = new RealmChannels();
  const memberships = [[1, 7, subscribed, 2]] as const;
  channels.applyOwn({ version: 2, channels: [], memberships });
  expect(channels.version).toBe(0);
  channels.apply({ version: 1, channels: [], memberships: [], announced: nothingAnnounced });
  channels.applyOwn({ version: 2, channels: [], memberships });
  expect(channels.version).toBe(2);
  expect(channels.isSubscribed(7, 1)).toBe(true);
  channels.applyOwn({ version: 2, channels: [], memberships: [[1, 7, 0, 2]] });
  expect(channels.isSubscribed(7, 1)).toBe(true);
});

test("each membership that ever was tells who left and which colours are in use", () => {
  const channels = new RealmChannels();
  const memberships = [
    [1, 7, subscribed + muted + 3 * color, 1],
    [2, 7, 24 * color, 1],
    [3, 7, subscribed, 1],
  ] as const;
  channels.apply({ version: 1, channels: [], memberships, announced: nothingAnnounced });
  expect([1, 2, 3, 4].filter((id) => channels.hasLeft(7, id))).toEqual([2]);
  expect(channels.usedColors(7)).toBe((1 << 2) | (1 << 23));
  expect(channels.usedColors(8)).toBe(0);
});
