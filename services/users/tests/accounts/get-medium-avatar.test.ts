import { deactivateUser, getOwnUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { png } from "../pictures.ts";
import { World } from "../world.ts";
import { redirectFrom, uploadAvatar } from "./avatars.ts";

const world = useWorld(() => World.create());
const ask = (who: string | number) =>
  redirectFrom(world(), "guest", `/avatar/${encodeURIComponent(who)}/medium`);

describe("the larger picture of a user (docs/behaviour/users.md#avatars)", () => {
  test("the larger picture of a user is refused to strangers where people without an account are not let in", async ({
    expect,
  }) => {
    const refused = await redirectFrom(world(), world().anonymous(), "/avatar/1/medium");
    expect(refused).toMatchObject({ status: 401, location: null });
  });

  test("the larger picture of a user is the one of the avatar service in its larger size", async ({
    expect,
  }) => {
    const { avatar_url: small } = await world().request("alice", getOwnUser, {});
    const { email, id } = world().people.alice;
    const medium = small?.replace("s=80", "s=500");
    expect(await ask(id)).toMatchObject({ status: 302, location: medium });
    expect(await ask(email)).toMatchObject({ status: 302, location: medium });
  });

  test("the larger picture of a user is the uploaded one, where there is one", async ({
    expect,
  }) => {
    const { avatar_url: uploaded } = await uploadAvatar(world(), "alice", [png]);
    expect(await ask(world().people.alice.id)).toMatchObject({ location: `${uploaded}-medium` });
  });

  test("the larger picture of a user stays when the user is deactivated", async ({ expect }) => {
    const { id: user_id } = world().people.moderator;
    const before = await ask(user_id);
    expect(before.status).toBe(302);
    await world().request("owner", deactivateUser, { user_id });
    expect(await ask(user_id)).toEqual(before);
  });
});
