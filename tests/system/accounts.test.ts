import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { nextLook } from "@team-chat/testkit";
import { afterAll, beforeAll, test } from "vitest";

import { Client } from "./client.ts";
import { Product } from "./in-process/product.ts";
import { createPeople, type Person } from "./in-process/realm.ts";
import { request } from "./request.ts";

let product: Product;
let people: readonly Person[];

beforeAll(async () => {
  product = await Product.start();
  ({ people } = await createPeople(product));
});

afterAll(() => product[Symbol.asyncDispose]());

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

function personOf(name: string): Person {
  const found = people.find((person) => person.name === name);
  if (found === undefined) throw new Error(`There is nobody called ${name}.`);
  return found;
}

const read = (address: string, by?: Person) =>
  request(product.url, {
    path: address,
    host: personOf("owner").host,
    headers: by === undefined ? {} : { authorization: by.client.authorization },
  });

/** A form with these texts, as web clients send it. */
function multipart(fields: Readonly<Record<string, string>>) {
  const boundary = "----AccountsTest";
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const bytes = Buffer.from(`${parts.join("")}--${boundary}--\r\n`);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

test("a picture goes through the gateway, and its short address leads to it", async ({
  expect,
}) => {
  const member = personOf("member");
  const uploaded = await member.client.upload("/users/me/avatar", { name: "me.png", bytes: png });
  expect(uploaded.msg).toBe("");
  for (const address of [
    `/avatar/${member.userId}`,
    `/avatar/${member.userId}/medium`,
    `/avatar/${encodeURIComponent(member.client.email)}?s=50`,
    `/avatar/${member.client.email}/medium`,
  ]) {
    expect((await read(address)).status, address).toBe(401);
    const { headers, status } = await read(address, personOf("guest"));
    const size = address.endsWith("/medium") ? "-medium" : "";
    const pictureAddress = `${String(uploaded["avatar_url"])}${size}`;
    expect([status, headers.location], address).toEqual([302, pictureAddress]);
    const picture = await read(String(headers.location));
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  }
  expect((await read("/avatar/")).status).toBe(404);
});

test("a new address is asked for and confirmed with multipart forms", async ({ expect }) => {
  const member = personOf("member2");
  const email = "somebody.else@elsewhere.example.com";
  const send = async (method: string, address: string, fields: Record<string, string>) => {
    const { authorization } = member.client;
    const answer = await request(product.url, {
      method,
      path: `/api/v1${address}`,
      host: member.host,
      headers: { authorization },
      body: multipart(fields),
    });
    return JSON.parse(answer.body) as Record<string, unknown>;
  };
  expect(await send("PATCH", "/settings", { email })).toMatchObject({ result: "success" });
  const key = await keySentTo(email);
  expect(await send("POST", "/settings/email/confirm", { key })).toMatchObject({ email });
  expect((await read("/api/v1/users/me", member)).status).toBe(401);
  member.change({ email });
  expect((await member.client.get("/users/me"))["delivery_email"]).toBe(email);
});

test("the page of a link confirms a new address, without scripts, for its own form alone (docs/behaviour/users.md#changing-e-mail-addresses)", async ({
  expect,
}) => {
  const member = personOf("member");
  const email = "moved@elsewhere.example.com";
  expect((await member.client.patch("/settings", { email })).msg).toBe("");
  const open = (method: string, address: string, headers: Record<string, string> = {}) =>
    request(product.url, { method, path: address, host: member.host, headers });
  const opened = await open("GET", `/confirm-email/${await keySentTo(email)}`);
  expect([opened.status, opened.headers.location]).toEqual([303, "/confirm-email"]);
  const [kept = ""] = opened.headers["set-cookie"] ?? [];
  const headers = { cookie: kept.split(";")[0] ?? "", origin: `http://${member.host}` };
  expect((await open("GET", "/confirm-email", headers)).body).toContain('<form method="post"');
  const evil = { ...headers, origin: "https://evil.example" };
  expect((await open("POST", "/confirm-email", evil)).status).toBe(403);
  const without = await open("POST", "/confirm-email", { origin: headers.origin });
  expect([without.status, without.body.includes("This link does not work")]).toEqual([400, true]);
  const done = await open("POST", "/confirm-email", headers);
  expect(done.body).toContain(`Your address is now ${email}.`);
  expect((await open("POST", "/confirm-email", headers)).status).toBe(400);
  member.change({ email });
  expect((await member.client.get("/users/me"))["delivery_email"]).toBe(email);
});

test("settings of a bot say what its queues get (docs/behaviour/events.md#defaults-of-bots)", async ({
  expect,
}) => {
  const member = personOf("member").client;
  const [bot, owner] = [personOf("bot").client, personOf("owner").client];
  const subscribe = async (name: string) =>
    owner.post("/users/me/subscriptions", { subscriptions: [{ name }] });
  for (const name of ["robots", "lounge"]) expect((await subscribe(name)).msg).toBe("");
  const send = (from: typeof bot, params: object) =>
    from.post("/messages", { type: "channel", topic: "hello", ...params });
  expect(await send(bot, { content: "lost" })).toMatchObject({ msg: "Missing channel" });
  const defaults = {
    default_sending_stream: "robots",
    default_events_register_stream: "robots",
    default_all_public_streams: true,
  };
  expect(await member.patch(`/bots/${personOf("bot").userId}`, defaults)).toMatchObject(defaults);
  const { stream_id: id } = await owner.get("/get_stream_id", { stream: "robots" });
  expect((await owner.patch(`/streams/${Number(id)}`, { new_name: "machines" })).msg).toBe("");
  await product.settle();
  const register = async (params: object) =>
    String((await bot.post("/register", { event_types: ["message"], ...params }))["queue_id"]);
  const queues = {
    kept: await register({}),
    asked: await register({ narrow: [["channel", "lounge"]] }),
    own: await register({ all_public_streams: false }),
  };
  for (const to of ["lounge", "machines"])
    expect((await send(owner, { to, content: `in ${to}` })).msg).toBe("");
  expect((await send(bot, { content: "found" })).msg).toBe("");
  await product.settle();
  const heard = async (queue_id: string) => {
    const polled = await bot.get("/events", { queue_id, last_event_id: -1, dont_block: true });
    const events = polled["events"] as readonly { message: Record<string, unknown> }[];
    return events.map(({ message }) => message["content"]);
  };
  expect(await heard(queues.kept)).toEqual(["in machines", "found"]);
  expect(await heard(queues.asked)).toEqual(["in lounge"]);
  expect(await heard(queues.own)).toEqual([]);
});

test("a member who has waited long enough is a full member for all services, without a restart", async ({
  expect,
}) => {
  const [owner, member] = [personOf("owner").client, personOf("member").client];
  const groups = (await owner.get("/user_groups"))["user_groups"] as readonly {
    readonly id: number;
    readonly name: string;
  }[];
  const full = groups.find(({ name }) => name === "role:fullmembers")?.id;
  const changed = await owner.patch("/realm", {
    waiting_period_threshold: 3,
    can_create_public_channel_group: { new: full },
    can_mention_many_users_group: { new: full },
  });
  expect(changed.msg).toBe("");
  const name = "for full members";
  const channel = { subscriptions: [{ name }], can_send_message_group: full };
  expect((await owner.post("/users/me/subscriptions", channel)).msg).toBe("");
  const create = () =>
    member.post("/users/me/subscriptions", { subscriptions: [{ name: "by a member" }] });
  const send = () =>
    member.post("/messages", { type: "channel", to: name, topic: "hello", content: "hello" });
  const refused = async () => [(await create()).result, (await send()).result];
  expect(await refused()).toEqual(["error", "error"]);
  await product.passDays(2);
  expect(await refused()).toEqual(["error", "error"]);
  const { queue_id } = await member.post("/register", { event_types: ["user_group"] });
  await product.passDays(1);
  expect(await refused()).toEqual(["success", "success"]);
  await product.settle();
  const polled = await member.get("/events", { queue_id, last_event_id: -1, dont_block: true });
  const promoted = ["member", "member2", "bot"].map((one) => personOf(one).userId);
  expect(polled["events"]).toMatchObject([
    { type: "user_group", op: "add_members", group_id: full, user_ids: promoted },
  ]);
});

test("accepting an invitation gives the default channels only if the invitation says so", async ({
  expect,
}) => {
  const owner = personOf("owner").client;
  for (const name of ["everybody's", "some people's"])
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name }] });
  const idOf = async (stream: string) =>
    Number((await owner.get("/get_stream_id", { stream }))["stream_id"]);
  const chosen = [await idOf("some people's")];
  const added = await owner.post("/default_streams", { stream_id: await idOf("everybody's") });
  expect(added.msg).toBe("");
  const join = async (name: string, params: object) => {
    const made = await owner.post("/invites/multiuse", { stream_ids: chosen, ...params });
    const key = String(made["invite_link"]).split("/").at(-1);
    const email = `${name}@elsewhere.example.com`;
    const form = { key, email, full_name: `New ${name}`, password: "correct-horse-battery" };
    const { api_key } = await owner.post("/invites/accept", form);
    const credentials = { email, apiKey: String(api_key), host: personOf("owner").host };
    const { subscriptions } = await Client.of(product.url, credentials).get(
      "/users/me/subscriptions",
    );
    return (subscriptions as readonly { readonly name: string }[]).map((one) => one.name);
  };
  const include_realm_default_subscriptions = true;
  expect(await join("plain", {})).toEqual(["some people's"]);
  expect(await join("full", { include_realm_default_subscriptions })).toEqual([
    "everybody's",
    "some people's",
  ]);
  const guest = { include_realm_default_subscriptions, invite_as: 600 };
  expect(await join("guest", guest)).toEqual(["everybody's", "some people's"]);
});

test("a deactivated user loses polls and queues, and comes back with the former channels and another key", async ({
  expect,
}) => {
  const [guest, owner] = [personOf("guest"), personOf("owner").client];
  const subscriptions = [{ name: "guests too" }];
  await owner.post("/users/me/subscriptions", { subscriptions, principals: [guest.userId] });
  // Of which there are none.
  const { queue_id } = await guest.client.post("/register", { event_types: ["drafts"] });
  const poll = () => guest.client.get("/events", { queue_id, last_event_id: -1 });
  const parked = poll();
  expect((await owner.delete(`/users/${guest.userId}`)).msg).toBe("");
  expect((await parked).result).toBe("error");
  const refused = { code: "UNAUTHORIZED", msg: "Account is deactivated" };
  expect(await guest.client.get("/users/me")).toMatchObject(refused);
  expect(await poll()).toMatchObject(refused);
  expect((await owner.post(`/users/${guest.userId}/reactivate`)).msg).toBe("");
  const dead = { code: "UNAUTHORIZED", msg: "Invalid API key" };
  expect(await guest.client.get("/users/me")).toMatchObject(dead);
  expect(await poll()).toMatchObject(dead);
  const login = { username: guest.client.email };
  const { api_key: apiKey } = await guest.client.post("/dev_fetch_api_key", login);
  guest.change({ apiKey: String(apiKey) });
  expect(await guest.client.get("/users/me")).toMatchObject({ user_id: guest.userId });
  expect(await poll()).toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
  const { subscriptions: channels } = await guest.client.get("/users/me/subscriptions");
  expect(channels).toMatchObject([{ name: "guests too" }]);
});

/** The key in the e-mail to an address, once it was sent. */
async function keySentTo(email: string): Promise<string> {
  for (;;) {
    const names = await readdir(product.mailDir).catch(() => []);
    for (const name of names) {
      const letter = await readFile(path.join(product.mailDir, name), "utf8");
      const key = /\/confirm-email\/(\w+)/.exec(letter)?.[1];
      if (key !== undefined && letter.includes(`To: ${email}\r\n`)) return key;
    }
    await nextLook();
  }
}
