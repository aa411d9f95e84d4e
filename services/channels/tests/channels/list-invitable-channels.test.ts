import { listInvitableChannels, updateChannel } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeAll(() => {
  realm = world().realm();
});

describe("the channels that an invitation may offer (docs/behaviour/invitations.md#what-an-invitation-offers)", () => {
  test("an invitation may offer channels one knows of, and to which the rules of subscribing let others be added", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["open"]);
    await realm.subscribe("owner", ["hidden"], { invite_only: true });
    const { channels } = await realm.state();
    const idOf = (name: string) => channels.find((channel) => channel.name === name)?.id ?? 0;
    const [openId, hiddenId] = [idOf("open"), idOf("hidden")];
    const ids = [openId, hiddenId];
    const of = async (name: Person) => {
      const asked = {
        realmId: realm.id,
        userId: realm.people.id(name),
        channelIds: [...ids, 4711],
      };
      return (await realm.call("owner", listInvitableChannels, asked)).channels;
    };
    const openTo = (mayAdd: boolean) => ({ id: openId, name: "open", mayAdd });
    const hiddenTo = (mayAdd: boolean) => ({ id: hiddenId, name: "hidden", mayAdd });
    expect(await of("owner")).toEqual([openTo(true), hiddenTo(true)]);
    // Administrators know of private channels, whose messages they may not read.
    expect(await of("admin")).toEqual([openTo(true), hiddenTo(false)]);
    expect(await of("alice")).toEqual([openTo(true)]);
    expect(await of("guest")).toEqual([]);
    expect(await of("gone")).toEqual([]);
    realm.people.configure({ can_add_subscribers_group: groupIds["role:nobody"] });
    expect(await of("alice")).toEqual([openTo(false)]);
    await realm.request("owner", updateChannel, {
      stream_id: openId,
      can_add_subscribers_group: { new: groupIds["role:members"] },
    });
    expect(await of("alice")).toEqual([openTo(true)]);
  });
});
