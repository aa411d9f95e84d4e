// How users are written, by whatever address they are asked for.
import { updateProfileData, updateSettings } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { Name } from "../people.ts";
import { png } from "../pictures.ts";
import { addField } from "../profile-fields/profile-fields.ts";
import { World } from "../world.ts";
import { uploadAvatar } from "./avatars.ts";

const world = useWorld(() => World.create());

let fields: Readonly<Record<string, object>>;
beforeAll(async () => {
  const short = await addField(world(), "Short", 1);
  const link = await addField(world(), "Link", 5);
  const data = [
    { id: short, value: "*Hi*" },
    { id: link, value: "https://example.com" },
  ];
  await world().request("alice", updateProfileData, { data });
  fields = {
    [short]: { value: "*Hi*", rendered_value: "<p><em>Hi</em></p>" },
    [link]: { value: "https://example.com" },
  };
});

type User = Readonly<Record<string, unknown>>;

async function get(as: Name, address: string, given: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams(given).toString();
  const response = await world().fetch(world().people[as].identity, `${address}?${query}`);
  return (await response.json()) as {
    readonly user: User;
    readonly members: readonly User[];
  };
}

/** Alice, as each address gives it. */
const addresses: readonly (readonly [
  string,
  (given: Readonly<Record<string, string>>) => Promise<User>,
])[] = [
  [
    "GET /users/{email}",
    async (given) => (await get("guest", "/users/alice@example.com", given)).user,
  ],
  [
    "GET /users/{user_id}",
    async (given) => (await get("guest", `/users/${world().people.alice.id}`, given)).user,
  ],
  [
    "GET /users",
    async (given) => {
      const { members } = await get("guest", "/users", given);
      return members.find(({ user_id: id }) => id === world().people.alice.id) ?? {};
    },
  ],
];

describe("a user (docs/behaviour/users.md#user-object)", () => {
  test.for(addresses)(
    "a user by %s has a picture and custom fields as asked, and else neither",
    async ([, shown], { expect }) => {
      const left = await shown({});
      expect(left).toMatchObject({ avatar_url: null });
      expect(left).not.toHaveProperty("profile_data");
      const usual = { client_gravatar: "true", include_custom_profile_fields: "false" };
      expect(await shown(usual)).toEqual(left);
      const {
        avatar_url: url,
        profile_data: data,
        ...rest
      } = await shown({
        client_gravatar: "false",
        include_custom_profile_fields: "true",
      });
      expect({ ...rest, avatar_url: null }).toEqual(left);
      expect(url).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\//);
      expect(data).toEqual(fields);
    },
  );

  test("oneself has the custom fields too (GET /users/me)", async ({ expect }) => {
    expect(await get("alice", "/users/me")).toMatchObject({ profile_data: fields });
  });

  test("a bot has a kind, an owner and a picture of its own, and no custom fields", async ({
    expect,
  }) => {
    const { bot, alice } = world().people;
    const given = { include_custom_profile_fields: "true", client_gravatar: "false" };
    const { user } = await get("guest", `/users/${bot.email}`, given);
    expect(user).toMatchObject({
      user_id: bot.id,
      is_bot: true,
      bot_type: 1,
      bot_owner_id: alice.id,
      avatar_url: expect.stringMatching(/^https:/),
    });
    expect(user).not.toHaveProperty("profile_data");
  });

  // See docs/behaviour/users.md#e-mail-addresses.
  test("a user who hides the address is found by the API's own form, and it stays hidden", async ({
    expect,
  }) => {
    const { id, email } = world().people.admin;
    await world().request("admin", updateSettings, { email_address_visibility: 4 });
    const { avatar_url: uploaded } = await uploadAvatar(world(), "admin", [png]);
    const api = `user${id}@localhost`;
    const { user } = await get("alice", `/users/${api}`);
    expect(user).toMatchObject({
      user_id: id,
      email: api,
      delivery_email: null,
      avatar_url: uploaded,
    });
    expect(await get("alice", `/users/${email}`)).toMatchObject({ msg: "No such user" });
    expect(await get("admin", "/users/me")).toMatchObject({ delivery_email: email });
    await world().request("admin", updateSettings, { email_address_visibility: 1 });
  });
});
