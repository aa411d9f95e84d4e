import {
  createChannelFolder,
  listChannelFolders,
  reorderChannelFolders,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, type Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { kinds, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const reorder = (name: Person, order: number[]) =>
  realm.request(name, reorderChannelFolders, { order });

async function createThree(): Promise<[number, number, number]> {
  const create = async (name: string) =>
    (await realm.request("owner", createChannelFolder, { name })).channel_folder_id;
  return [await create("a"), await create("b"), await create("c")];
}

describe("ordering folders of channels (docs/behaviour/channels.md#channel-folders)", () => {
  test("only administrators order folders", async ({ expect }) => {
    const [a, b, c] = await createThree();
    expect(await refusalOf(reorder("moderator", [c, b, a]))).toEqual(
      refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    );
  });

  test("an order must name each folder once", async ({ expect }) => {
    const [a, b, c] = await createThree();
    for (const order of [[], [a, b], [a, b, b], [a, b, 0], [a, b, c, c], [a, b, c, 0]])
      expect(await refusalOf(reorder("owner", order))).toEqual(refused("Invalid order mapping."));
  });

  test("everybody hears of the new order, once, and sees it", async ({ expect }) => {
    const [a, b, c] = await createThree();
    const heard = await realm.events(async () => {
      await reorder("admin", [c, a, b]);
      await reorder("admin", [c, a, b]);
    });
    expect(kinds(heard)).toEqual([["channel_folder reorder", actives]]);
    expect(heard[0]?.event).toMatchObject({ order: [c, a, b] });
    const { channel_folders } = await realm.request("alice", listChannelFolders, {});
    expect(channel_folders.map(({ id, order }) => [id, order])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ]);
  });
});
