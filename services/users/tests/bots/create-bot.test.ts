import {
  checkApiKey,
  createBot,
  deactivateBot,
  getUsersState,
  listBots,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { sendFiles } from "../accounts/avatars.ts";
import { png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const bot = { full_name: "Weather", short_name: "weather" };
const outgoing = {
  full_name: "Forecast",
  short_name: "out",
  bot_type: 3,
  payload_url: "https://hooks.example/x",
};

describe("a new bot (docs/behaviour/bots.md#creating-bots)", () => {
  test.for([
    ["guest", bot, "Insufficient permission"],
    ["bot", bot, "This endpoint does not accept bot requests."],
    ["alice", { ...bot, bot_type: 4 }, "Invalid bot type"],
    ["alice", { ...bot, short_name: "a b" }, "Bad name or username"],
    ["alice", { ...bot, full_name: "x" }, "Name too short!"],
    ["alice", { ...outgoing, payload_url: "ftp://x" }, "payload_url is not a URL"],
    ["alice", { ...outgoing, payload_url: "" }, "payload_url is not a URL"],
    ["alice", { ...outgoing, interface_type: 3 }, "Invalid interface type"],
    ["alice", { ...bot, default_sending_stream: "none" }, "Invalid channel name 'none'"],
  ] as const)("a new bot is refused to %s with %o", async ([name, params, message], { expect }) => {
    const created = world().request(name, createBot, params);
    await expect(created).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("a new bot has a key and an owner, who is told of it; others learn only of the user", async ({
    expect,
  }) => {
    await world().events();
    const { user_id: id, api_key: apiKey } = await world().request("moderator", createBot, bot);
    const email = "weather-bot@localhost";
    const checked = await world().call(checkApiKey, { realmId: world().realm.id, email, apiKey });
    expect(checked).toMatchObject({
      valid: true,
      userId: id,
      isBot: true,
      isIncomingWebhook: false,
    });
    const events = await world().events();
    const { moderator, owner, alice } = world().people;
    for (const { id: userId } of [moderator, owner])
      expect(eventsFor(userId, events).at(-1)).toMatchObject({
        type: "realm_bot",
        op: "add",
        bot: {
          user_id: id,
          email,
          api_key: apiKey,
          owner_id: moderator.id,
          services: [],
          is_active: true,
        },
      });
    expect(eventsFor(alice.id, events)).toMatchObject([
      {
        type: "realm_user",
        op: "add",
        person: { user_id: id, is_bot: true, bot_owner_id: moderator.id },
      },
      { type: "user_group", op: "add_members" },
      { type: "user_group", op: "add_members" },
    ]);
    const again = world().request("moderator", createBot, bot);
    await expect(again).rejects.toMatchObject({ message: "Email is already in use." });
  });

  test("a new bot for outgoing webhooks has an address and a token", async ({ expect }) => {
    const { user_id: id } = await world().request("alice", createBot, {
      ...outgoing,
      interface_type: 2,
    });
    const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    expect(users.find((user) => user.id === id)?.webhook).toMatchObject({
      url: "https://hooks.example/x",
      interface: 2,
      name: "Forecast",
      token: expect.stringMatching(/^[a-zA-Z\d]{32}$/),
    });
  });

  test("a new bot for incoming webhooks is known as such", async ({ expect }) => {
    const params = { full_name: "Incoming", short_name: "in", bot_type: 2 };
    const { api_key: apiKey } = await world().request("alice", createBot, params);
    const input = { realmId: world().realm.id, email: "in-bot@localhost", apiKey };
    expect(await world().call(checkApiKey, input)).toMatchObject({ isIncomingWebhook: true });
  });

  test("a new bot has the defaults that it was given", async ({ expect }) => {
    const defaults = {
      default_sending_stream: "general",
      default_events_register_stream: null,
      default_all_public_streams: true,
    };
    const params = {
      full_name: "Preset",
      short_name: "preset",
      default_sending_stream: "general",
      default_events_register_stream: "",
      default_all_public_streams: true,
      config_data: { a: "b" },
    };
    await world().events();
    expect(await world().request("alice", createBot, params)).toMatchObject(defaults);
    const [event] = eventsFor(world().people.owner.id, await world().events()).slice(-1);
    expect(event).toMatchObject({ type: "realm_bot", op: "add", bot: defaults });
  });

  test("a new bot has only the defaults that it was given, and its webhook a name of its own", async ({
    expect,
  }) => {
    const defaults = {
      default_sending_stream: null,
      default_events_register_stream: "general",
      default_all_public_streams: false,
    };
    const { user_id: id, ...answer } = await world().request("alice", createBot, {
      ...outgoing,
      short_name: "named",
      full_name: "Named Forecast",
      service_name: "Weather Service",
      default_events_register_stream: "general",
      default_all_public_streams: false,
    });
    expect(answer).toMatchObject(defaults);
    const { bots } = await world().request("alice", listBots, {});
    expect(bots.find(({ user_id }) => user_id === id)).toMatchObject(defaults);
    const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    expect(users.find((user) => user.id === id)?.webhook).toMatchObject({
      name: "Weather Service",
      interface: 1,
    });
  });

  test("a new bot has the picture that came with it, and everybody is told once", async ({
    expect,
  }) => {
    const create = (files: readonly Buffer[], name: string) =>
      sendFiles(world(), "alice", {
        method: "POST",
        path: "/bots",
        files,
        fields: { full_name: `Pictured ${name}`, short_name: name },
      });
    await world().events();
    for (const [files, msg] of [
      [[png, png], "You may only upload one file at a time"],
      [[Buffer.from("hello")], "Invalid image format"],
    ] as const)
      expect(await create(files, "none"), msg).toMatchObject({ result: "error", msg });
    expect(await world().events()).toEqual([]);
    const { avatar_url: url, user_id: id } = await create([png], "one");
    expect(url).toMatch(/^\/api\/v1\/avatar_images\//);
    const announced = eventsFor(world().people.alice.id, await world().events());
    expect(announced.filter((event) => JSON.stringify(event).includes("avatar_url"))).toMatchObject(
      [
        { type: "realm_user", op: "add", person: { user_id: id, avatar_url: url } },
        { type: "realm_bot", op: "add", bot: { user_id: id, avatar_url: url } },
      ],
    );
    const image = await world().fetch(world().anonymous(), (url ?? "").replace("/api/v1", ""));
    expect(image.headers.get("content-type")).toBe("image/webp");
  });

  test("a new bot is not called like anybody else who is active", async ({ expect }) => {
    const named = (full_name: string, short_name: string) =>
      world().request("alice", createBot, { full_name, short_name });
    const message = "Name is already in use!";
    await expect(named(" Olive Owner ", "same")).rejects.toMatchObject({ message });
    const { user_id } = await named("Passing", "passing");
    await expect(named("Passing", "passing2")).rejects.toMatchObject({ message });
    await world().request("alice", deactivateBot, { bot_id: user_id });
    await named("Passing", "passing3");
  });
});
