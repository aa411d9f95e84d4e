import { deactivateRealm, rotateKey } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { afterAll, beforeAll, beforeEach, describe, type ExpectStatic, test, vi } from "vitest";

import type { Answer } from "./client.ts";
import { Product } from "./in-process/product.ts";
import { createPeople, Person } from "./in-process/realm.ts";
import { request } from "./request.ts";

let product: Product;
let people: readonly Person[];

beforeAll(async () => {
  product = await Product.start();
});

beforeEach(async () => {
  ({ people } = await createPeople(product));
});

afterAll(() => product[Symbol.asyncDispose]());

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

const operator: Identity = { kind: "service", name: "test" };

function personOf(name: string): Person {
  const found = people.find((person) => person.name === name);
  if (found === undefined) throw new Error(`There is nobody called ${name}.`);
  return found;
}

interface Waiting {
  readonly person: Person;
  readonly queueId: string;
  readonly answered: Promise<Answer>;
}

/** A queue whose client waits already, one after the other; nothing happens that it would be told of. */
async function wait(person: Person, options: Record<string, unknown> = {}): Promise<Waiting> {
  const registered = await person.client.post("/register", {
    event_types: ["saved_snippets"],
    ...options,
  });
  const queueId = String(registered["queue_id"]);
  const at = { queue_id: queueId, last_event_id: registered["last_event_id"] };
  const before = product.waitingPolls;
  const answered = person.client.get("/events", at);
  const isWaiting = () => product.waitingPolls > before;
  await vi.waitUntil(isWaiting, { timeout: 240_000, interval: 2 });
  return { person, queueId, answered };
}

async function expectEnded(expect: ExpectStatic, { answered, queueId }: Waiting): Promise<void> {
  expect(await answered).toMatchObject({ code: "BAD_EVENT_QUEUE_ID", queue_id: queueId });
}

const gone = (msg: string) => ({ result: "error", msg, code: "UNAUTHORIZED" });

/** The next request and the next poll are refused as well. */
async function expectOut(expect: ExpectStatic, waiting: Waiting, msg: string) {
  const { person } = waiting;
  await expectEnded(expect, waiting);
  expect(await person.client.get("/users/me")).toMatchObject(gone(msg));
  const at = { queue_id: waiting.queueId, last_event_id: -1, dont_block: true };
  expect(await person.client.get("/events", at)).toMatchObject(gone(msg));
}

async function expectHearing(expect: ExpectStatic, { answered, person }: Waiting) {
  await person.client.post("/saved_snippets", { title: "t", content: "c" });
  expect((await answered)["events"]).toMatchObject([{ type: "saved_snippets" }]);
}

describe("whoever waits for events hears at once that access ended (docs/behaviour/api.md#lost-access)", () => {
  test("a poll is told at once that an administrator deactivated its user, as are polls of the user's bots", async ({
    expect,
  }) => {
    const [member, bot, other] = ["member", "bot", "member2"].map(personOf) as [
      Person,
      Person,
      Person,
    ];
    const waits = [await wait(member), await wait(bot), await wait(other)] as const;
    const done = await personOf("admin").client.delete(`/users/${member.userId}`);
    expect(done.result).toBe("success");
    await expectOut(expect, waits[0], "Account is deactivated");
    await expectOut(expect, waits[1], "Account is deactivated");
    await expectHearing(expect, waits[2]);
  });

  test("a poll is told at once that its user left of their own will", async ({ expect }) => {
    const guest = personOf("guest");
    const waiting = await wait(guest);
    expect((await guest.client.delete("/users/me")).result).toBe("success");
    await expectOut(expect, waiting, "Account is deactivated");
  });

  test("a poll of a bot is told at once that the bot is deactivated", async ({ expect }) => {
    const [bot, member] = ["bot", "member"].map(personOf) as [Person, Person];
    const waiting = await wait(bot);
    const others = await wait(member);
    expect((await member.client.delete(`/bots/${bot.userId}`)).result).toBe("success");
    await expectOut(expect, waiting, "Account is deactivated");
    await expectHearing(expect, others);
  });

  test("a poll is told at once that its key is replaced, and the new key has a queue again", async ({
    expect,
  }) => {
    const member = personOf("member");
    const waiting = await wait(member);
    const { api_key: apiKey } = await member.client.post("/users/me/api_key/regenerate");
    expect(apiKey).toMatch(/^[a-zA-Z\d]{32}$/);
    await expectOut(expect, waiting, "Invalid API key");
    member.change({ apiKey: String(apiKey) });
    await expectHearing(expect, await wait(member));
  });

  test("a poll of a bot is told at once that the bot's owner replaced its key", async ({
    expect,
  }) => {
    const [bot, member] = ["bot", "member"].map(personOf) as [Person, Person];
    const waiting = await wait(bot);
    const others = await wait(member);
    const replaced = await member.client.post(`/bots/${bot.userId}/api_key/regenerate`);
    expect(replaced.result).toBe("success");
    await expectOut(expect, waiting, "Invalid API key");
    await expectHearing(expect, others);
  });

  test("a poll of a bot is told at once that the bot has another owner, for whose channels the old key is no use", async ({
    expect,
  }) => {
    const [bot, member, admin, owner] = ["bot", "member", "admin", "owner"].map(personOf) as [
      Person,
      Person,
      Person,
      Person,
    ];
    const made = await owner.client.post("/channels/create", {
      name: "leadership",
      subscribers: [owner.userId],
      invite_only: true,
    });
    const say = (by: Person) =>
      by.client.post("/messages", {
        type: "channel",
        to: [made["id"]],
        topic: "t",
        content: "hello",
      });
    expect(await say(bot)).toMatchObject({ code: "STREAM_DOES_NOT_EXIST" });
    const waiting = await wait(bot);
    const hearing = await wait(owner, { event_types: ["realm_bot"] });
    const given = { bot_owner_id: owner.userId };
    expect((await member.client.patch(`/bots/${bot.userId}`, given)).result).toBe("success");
    await expectOut(expect, waiting, "Invalid API key");
    expect(await say(bot)).toMatchObject(gone("Invalid API key"));
    const { api_key: key } = await owner.client.get(`/bots/${bot.userId}/api_key`);
    expect((await hearing.answered)["events"]).toMatchObject([
      { op: "update", bot: { user_id: bot.userId, owner_id: owner.userId } },
      { op: "update", bot: { user_id: bot.userId, api_key: key } },
    ]);
    bot.change({ apiKey: String(key) });
    expect((await say(bot)).result).toBe("success");
    const again = await wait(bot);
    const back = { bot_owner_id: member.userId };
    expect((await admin.client.patch(`/bots/${bot.userId}`, back)).result).toBe("success");
    await expectOut(expect, again, "Invalid API key");
  });

  test("a poll is told at once that the operator replaced its key", async ({ expect }) => {
    const admin = personOf("admin");
    const waiting = await wait(admin);
    const [subdomain = ""] = admin.host.split(".");
    const rotated = await product.users.call(
      rotateKey,
      operator,
      { subdomain, email: admin.client.email },
      { realmId: 0 },
    );
    expect(rotated.userId).toBe(admin.userId);
    await expectOut(expect, waiting, "Invalid API key");
  });

  test("a poll of all public channels is told at once that its user became a guest", async ({
    expect,
  }) => {
    const member = personOf("member");
    const all = await wait(member, { all_public_streams: true });
    const own = await wait(member);
    const change = { role: 600 };
    const changed = await personOf("owner").client.patch(`/users/${member.userId}`, change);
    expect(changed.result).toBe("success");
    await expectEnded(expect, all);
    await expectHearing(expect, own);
    expect(await member.client.post("/register", { all_public_streams: true })).toMatchObject({
      code: "BAD_REQUEST",
      msg: "User not authorized for this query",
    });
  });

  test("a poll is told at once that its organization is deactivated", async ({ expect }) => {
    const owner = personOf("owner");
    const uploaded = await owner.client.upload("/users/me/avatar", { name: "a.png", bytes: png });
    const emoji = await owner.client.upload("/realm/emoji/one", { name: "e.png", bytes: png });
    expect([uploaded.result, emoji.result]).toEqual(["success", "success"]);
    const file = await owner.client.upload("/user_uploads", { name: "f.txt", bytes: png });
    const temporary = await owner.client.get(String(file["url"]));
    const listed = Object.values((await owner.client.get("/realm/emoji"))["emoji"] as object);
    const open = [
      uploaded["avatar_url"],
      (listed[0] as Record<string, unknown>)["source_url"],
      temporary["url"],
    ].map(String);
    const read = (path: string) => request(product.url, { path, host: owner.host });
    for (const path of open) expect((await read(path)).status, path).toBe(200);
    const waits: Waiting[] = [];
    for (const person of people) waits.push(await wait(person));
    const [subdomain = ""] = personOf("owner").host.split(".");
    await product.users.call(deactivateRealm, operator, { subdomain }, { realmId: 0 });
    for (const waiting of waits)
      await expectOut(expect, waiting, "This organization has been deactivated");
    expect(
      await personOf("owner").client.post("/fetch_api_key", { username: "x", password: "y" }),
    ).toMatchObject({ code: "REALM_DEACTIVATED" });
    for (const path of open) {
      const { body, status } = await read(path);
      expect([status, JSON.parse(body)], path).toMatchObject([401, { code: "REALM_DEACTIVATED" }]);
    }
    const settings = JSON.parse((await read("/api/v1/server_settings")).body) as object;
    expect(settings).toMatchObject({ result: "success", realm_name: subdomain });
  });
});

test("a role holds from the next request on (docs/behaviour/api.md#lost-access)", async ({
  expect,
}) => {
  const [owner, admin, member] = ["owner", "admin", "member"].map(personOf) as [
    Person,
    Person,
    Person,
  ];
  const rename = (by: Person, name: string) => by.client.patch("/realm", { name });
  expect((await rename(admin, "First")).result).toBe("success");
  await owner.client.patch(`/users/${admin.userId}`, { role: 400 });
  expect(await rename(admin, "Second")).toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
  await owner.client.patch(`/users/${member.userId}`, { role: 200 });
  expect((await rename(member, "Third")).result).toBe("success");
});

test("a person with one address has an account in each organization (docs/behaviour/api.md#separation-of-organizations)", async ({
  expect,
}) => {
  const here = personOf("owner");
  const { people: others } = await createPeople(product);
  const there = others.find(({ name }) => name === "owner");
  if (there === undefined) throw new Error("There is no owner.");
  const account = {
    email: "twin@example.org",
    full_name: "A Twin",
    password: "correct-horse-battery",
  };
  const ids = [
    await here.client.post("/users", account),
    await there.client.post("/users", account),
  ].map(({ user_id: id }) => Number(id));
  expect(ids[0]).not.toBe(ids[1]);
  const login = { username: account.email, password: account.password };
  const keys = [
    await here.client.post("/fetch_api_key", login),
    await there.client.post("/fetch_api_key", login),
  ];
  expect(keys.map(({ user_id: id }) => id)).toEqual(ids);
  const [first, second] = [here, there].map((person, at) => {
    const made = {
      userId: ids[at] ?? 0,
      email: account.email,
      apiKey: String(keys[at]?.["api_key"]),
    };
    return new Person("twin", made, { url: product.url, host: person.host });
  }) as [Person, Person];
  const [waiting, elsewhere] = [await wait(first), await wait(second)];
  const stolen = { queue_id: waiting.queueId, last_event_id: -1, dont_block: true };
  expect(await second.client.get("/events", stolen)).toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
  await here.client.delete(`/users/${ids[0]}`);
  await expectOut(expect, waiting, "Account is deactivated");
  await expectHearing(expect, elsewhere);
  const crossed = new Person(
    "crossed",
    { userId: 0, email: account.email, apiKey: String(keys[1]?.["api_key"]) },
    { url: product.url, host: here.host },
  );
  expect(await crossed.client.get("/users/me")).toMatchObject(
    gone("Account is not associated with this subdomain"),
  );
});
