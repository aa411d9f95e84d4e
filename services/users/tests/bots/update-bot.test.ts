import {
  checkApiKey,
  createBot,
  deactivateUser,
  getBotApiKey,
  getUser,
  getUsersState,
  listBots,
  updateBot,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { sendFiles } from "../accounts/avatars.ts";
import type { Name } from "../people.ts";
import { png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const update = (bot_id: number, params: object, as: Name = "alice") =>
  world().request(as, updateBot, { bot_id, ...params });

let made = 0;
const tooLarge = "Uploaded file is larger than the allowed limit of 5 MiB";

async function outgoing(): Promise<number> {
  made += 1;
  const params = {
    full_name: `Hook ${made}`,
    short_name: `hook${made}`,
    bot_type: 3,
    payload_url: "https://hooks.example/old",
  };
  return (await world().request("alice", createBot, params)).user_id;
}

describe("changing a bot (docs/behaviour/bots.md#changing-bots)", () => {
  test("changing a bot is refused to all but its owner and administrators", async ({ expect }) => {
    const { bot, alice } = world().people;
    for (const [name, id, message] of [
      ["moderator", bot.id, "Insufficient permission"],
      ["guest", bot.id, "Not allowed for guest users"],
      ["bot", bot.id, "This endpoint does not accept bot requests."],
      ["owner", alice.id, "No such bot"],
      ["owner", 4711, "No such bot"],
    ] as const)
      await expect(update(id, { full_name: "Mine" }, name), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });

  test("changing a bot is refused with values that cannot be", async ({ expect }) => {
    const { bot, guest } = world().people;
    const hook = await outgoing();
    await world().request("owner", deactivateUser, { user_id: guest.id });
    await world().events();
    for (const [id, params, message] of [
      [bot.id, { full_name: "x" }, "Name too short!"],
      [bot.id, { role: 500 }, "Invalid role: Value error, Not in the list of possible values"],
      [bot.id, { role: 100 }, "Must be an organization owner"],
      [bot.id, { bot_owner_id: 4711 }, "Failed to change owner, user does not exist"],
      [bot.id, { bot_owner_id: guest.id }, "Failed to change owner, user is deactivated"],
      [bot.id, { bot_owner_id: hook }, "Failed to change owner, bots can't own other bots"],
      [bot.id, { service_payload_url: "https://x.example" }, "Invalid bot type"],
      [hook, { service_payload_url: "ftp://x" }, "service_payload_url is not a URL"],
      [
        hook,
        { service_payload_url: "https://x.example", service_interface: 3 },
        "Invalid interface type",
      ],
      [bot.id, { full_name: "Olive Owner" }, "Name is already in use!"],
      [bot.id, { default_sending_stream: "none" }, "Invalid channel name 'none'"],
      [
        bot.id,
        { full_name: "Both", default_events_register_stream: "none" },
        "Invalid channel name 'none'",
      ],
    ] as const)
      await expect(update(id, params), message).rejects.toMatchObject({ message });
    expect(await world().events()).toEqual([]);
    expect((await world().request("owner", getUser, { user_id: bot.id })).user).toMatchObject({
      full_name: "Echo Bot",
    });
  });

  test("changing a bot moves its webhook, of which the webhooks service knows at once, and keeps the token", async ({
    expect,
  }) => {
    const id = await outgoing();
    const webhook = async () => {
      const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
      return users.find((user) => user.id === id)?.webhook;
    };
    const before = await webhook();
    await world().events();
    const moved = { service_payload_url: "https://hooks.example/new", service_interface: 2 };
    expect(await update(id, moved)).toMatchObject(moved);
    expect(await webhook()).toEqual({ ...before, url: moved.service_payload_url, interface: 2 });
    const announced = {
      type: "realm_bot",
      op: "update",
      bot: {
        user_id: id,
        services: [{ base_url: moved.service_payload_url, interface: 2, token: before?.token }],
      },
    };
    const events = await world().events();
    for (const name of ["alice", "admin"] as const)
      expect(eventsFor(world().people[name].id, events)).toEqual([announced]);
    expect(eventsFor(world().people.moderator.id, events)).toEqual([]);
    await update(id, moved);
    expect(await world().events()).toEqual([]);
  });

  test("changing a bot gives it another name and other defaults", async ({ expect }) => {
    const { bot, alice, moderator, owner } = world().people;
    await world().events();
    const defaults = {
      default_sending_stream: "general",
      default_events_register_stream: "general",
      default_all_public_streams: true,
    };
    const answer = await update(bot.id, {
      full_name: "Echoes",
      config_data: { colour: "green" },
      ...defaults,
    });
    expect(answer).toMatchObject({
      full_name: "Echoes",
      bot_owner: alice.email,
      service_interface: 1,
      service_payload_url: null,
      config_data: { colour: "green" },
      ...defaults,
    });
    const name = {
      type: "realm_user",
      op: "update",
      person: { user_id: bot.id, full_name: "Echoes" },
    };
    const about = (changed: object) => ({
      type: "realm_bot",
      op: "update",
      bot: { user_id: bot.id, ...changed },
    });
    const events = await world().events();
    expect(eventsFor(moderator.id, events)).toEqual([name]);
    expect(eventsFor(owner.id, events)).toEqual([
      name,
      about({ full_name: "Echoes" }),
      about({ default_sending_stream: "general" }),
      about({ default_events_register_stream: "general" }),
      about({ default_all_public_streams: true }),
    ]);
    const { bots } = await world().request("alice", listBots, {});
    expect(bots.find(({ user_id: id }) => id === bot.id)).toMatchObject(defaults);
    const fewer = {
      default_sending_stream: null,
      default_events_register_stream: "general",
      default_all_public_streams: false,
    };
    await world().events();
    expect(
      await update(bot.id, { default_sending_stream: "", default_all_public_streams: false }),
    ).toMatchObject(fewer);
    expect(eventsFor(owner.id, await world().events())).toEqual([
      about({ default_sending_stream: null }),
      about({ default_all_public_streams: false }),
    ]);
    const later = await world().request("alice", listBots, {});
    expect(later.bots.find(({ user_id: id }) => id === bot.id)).toMatchObject(fewer);
  });

  test("changing a bot gives it to another owner with a new key, and everybody knows whose it is", async ({
    expect,
  }) => {
    const { bot, alice, moderator, admin } = world().people;
    const check = (apiKey: string) =>
      world().call(checkApiKey, { realmId: world().realm.id, email: bot.email, apiKey });
    await world().events();
    await update(bot.id, { bot_owner_id: alice.id });
    expect(await world().events()).toEqual([]);
    expect(await check(bot.apiKey)).toMatchObject({ valid: true });
    await update(bot.id, { bot_owner_id: moderator.id }, "admin");
    const events = await world().events();
    const { api_key } = await world().request("moderator", getBotApiKey, { bot_id: bot.id });
    expect(await check(bot.apiKey)).toMatchObject({ valid: false, reason: "unknown" });
    expect(await check(api_key)).toMatchObject({ valid: true, userId: bot.id });
    await expect(world().request("alice", getBotApiKey, { bot_id: bot.id })).rejects.toMatchObject({
      message: "Insufficient permission",
    });
    const known = {
      type: "realm_user",
      op: "update",
      person: { user_id: bot.id, bot_owner_id: moderator.id },
    };
    expect(eventsFor(alice.id, events)).toEqual([
      { type: "realm_bot", op: "delete", bot: { user_id: bot.id } },
      known,
    ]);
    expect(eventsFor(admin.id, events)).toEqual([
      { type: "realm_bot", op: "update", bot: { user_id: bot.id, owner_id: moderator.id } },
      { type: "realm_bot", op: "update", bot: { user_id: bot.id, api_key } },
      known,
    ]);
    expect(eventsFor(moderator.id, events)).toMatchObject([
      {
        type: "realm_bot",
        op: "add",
        bot: { user_id: bot.id, api_key, owner_id: moderator.id },
      },
      known,
    ]);
    await expect(update(bot.id, { full_name: "Mine again" })).rejects.toMatchObject({
      message: "Insufficient permission",
    });
    await update(bot.id, { role: 300 }, "owner");
    expect((await world().request("owner", getUser, { user_id: bot.id })).user).toMatchObject({
      bot_owner_id: moderator.id,
      role: 300,
    });
  });

  test("changing a bot gives it a picture, which everybody sees and administrators are told of", async ({
    expect,
  }) => {
    const id = await outgoing();
    const send = async (files: readonly Buffer[], as: Name = "alice") =>
      sendFiles(world(), as, { method: "PATCH", path: `/bots/${id}`, files, fields: {} });
    for (const [files, msg] of [
      [[png, png], "You may only upload one file at a time"],
      [[Buffer.from("hello")], "Invalid image format"],
      [[Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])], tooLarge],
    ] as const)
      expect(await send(files), msg).toMatchObject({ result: "error", msg });
    expect(await send([png], "moderator")).toMatchObject({ msg: "Insufficient permission" });
    await world().events();
    const { avatar_url: url } = await send([png]);
    expect(url).toMatch(/^\/api\/v1\/avatar_images\//);
    expect((await world().request("guest", getUser, { user_id: id })).user.avatar_url).toBe(url);
    const events = await world().events();
    const picture = {
      user_id: id,
      avatar_url: url,
      avatar_url_medium: `${url}-medium`,
      avatar_source: "U",
    };
    const seen = { type: "realm_user", op: "update", person: { ...picture, avatar_version: 2 } };
    expect(eventsFor(world().people.guest.id, events)).toEqual([seen]);
    expect(eventsFor(world().people.admin.id, events)).toEqual([
      seen,
      { type: "realm_bot", op: "update", bot: { user_id: id, avatar_url: url } },
    ]);
  });
});
