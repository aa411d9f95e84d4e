import { afterAll, beforeAll, describe, test } from "vitest";

import { Client, type Listener } from "./client.ts";
import type { Product } from "./in-process/product.ts";
import { startDemo } from "./in-process/start-demo.ts";
import { request } from "./request.ts";

let product: Product;
let acme: string;
let key: string;
let member: Client;
let stranger: Client;

beforeAll(async () => {
  product = await startDemo();
  acme = `acme.${new URL(product.url).host}`;
  key = await keyOf("member@example.com");
  member = await Client.login(product.url, "member@example.com");
  stranger = await Client.login(product.url, "owner@acme.example", acme);
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

async function keyOf(username: string): Promise<string> {
  const path = `/api/v1/dev_fetch_api_key?username=${username}`;
  const { body } = await request(product.url, { method: "POST", path });
  return (JSON.parse(body) as { api_key: string }).api_key;
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly host?: string;
  readonly authorization?: string;
}

async function ask({ authorization, method = "GET", path = "/users/me", host }: Asked) {
  const { body, headers, status } = await request(product.url, {
    method,
    path: `/api/v1${path}`,
    ...(host === undefined ? {} : { host }),
    headers: authorization === undefined ? {} : { authorization },
  });
  const answer = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
  return { status, headers, answer };
}

describe("a request without valid credentials (docs/behaviour/api.md#authentication)", () => {
  const unauthorized = (msg: string) => ({ result: "error", msg, code: "UNAUTHORIZED" });

  test.for([
    ["nothing", undefined, "Not logged in: API authentication or user session required"],
    ["one word", "Basic", "Invalid authorization header for basic auth"],
    ["no base64", "Basic !!!", "Invalid authorization header for basic auth"],
    ["no key", basic("member@example.com"), "Invalid authorization header for basic auth"],
    ["a short key", basic("member@example.com:short"), "Malformed API key"],
    ["an unknown key", basic(`member@example.com:${"x".repeat(32)}`), "Invalid API key"],
  ] as const)(
    "a request with %s for credentials is told what is wrong",
    async ([, authorization, msg], { expect }) => {
      const { answer, headers, status } = await ask(authorization ? { authorization } : {});
      expect([status, answer]).toEqual([401, unauthorized(msg)]);
      expect(headers["www-authenticate"]).toBe('Basic realm="zulip"');
      expect(headers["content-type"]).toBe("application/json");
    },
  );

  test("a request of another scheme is no login at all", async ({ expect }) => {
    expect(await ask({ authorization: "Bearer x" })).toMatchObject({
      status: 400,
      answer: { msg: "This endpoint requires HTTP basic authentication.", code: "BAD_REQUEST" },
    });
  });

  test("a request with somebody else's key is refused, and with one's own in any spelling accepted", async ({
    expect,
  }) => {
    const other = await ask({ authorization: basic(`member2@example.com:${key}`) });
    expect(other.answer).toEqual(unauthorized("Invalid API key"));
    expect((await ask({ authorization: basic(` MEMBER@example.com : ${key}`) })).status).toBe(200);
  });
});

describe("a request that means nothing (docs/behaviour/api.md#answers)", () => {
  const own = () => basic(`member@example.com:${key}`);

  test.for([
    ["GET", "/nothing", 404, { code: "NOT_FOUND" }],
    ["PUT", "/messages", 405, { msg: "Method Not Allowed", allowed_methods: ["GET", "POST"] }],
    ["POST", "/messages", 400, { code: "REQUEST_VARIABLE_MISSING", var_name: "type" }],
    ["POST", "/messages?type=bogus&content=x", 400, { msg: "Invalid type" }],
    ["POST", "/messages?type=stream&content=x&to=none&topic=y", 400, { stream: "none" }],
    ["GET", "/messages?anchor=newest&num_before=x&num_after=0", 400, { code: "BAD_REQUEST" }],
    ["GET", "/messages?anchor=newest&num_before=1&num_after=0&narrow=x", 400, {}],
    ["POST", "/register?event_types=[1]", 400, { msg: "event_types[0] is not a string" }],
    ["GET", "/events?queue_id=none", 400, { code: "BAD_EVENT_QUEUE_ID", queue_id: "none" }],
  ] as const)("%s %s is answered with %i", async ([method, path, status, body], { expect }) => {
    const refused = await ask({ method, path, authorization: own() });
    expect(refused).toMatchObject({ status, answer: { result: "error", ...body } });
  });

  test("OPTIONS and HEAD say what the address offers", async ({ expect }) => {
    const options = await ask({ method: "OPTIONS", path: "/messages" });
    expect([options.status, options.headers["allow"]]).toEqual([204, "GET, POST"]);
    const head = await ask({ method: "HEAD", authorization: own() });
    expect([head.status, head.answer]).toEqual([200, {}]);
    expect(Number(head.headers["x-ratelimit-remaining"])).toBeGreaterThan(0);
  });

  test("parameters that nobody knows are named, and do no harm", async ({ expect }) => {
    const { answer } = await ask({ path: "/users/me?b=1&a=2&client=x", authorization: own() });
    expect(answer["ignored_parameters_unsupported"]).toEqual(["a", "b"]);
  });

  test("a host that is no organization is refused", async ({ expect }) => {
    const host = acme.replace("acme", "nobody");
    expect(await ask({ host, authorization: own() })).toMatchObject({
      status: 404,
      answer: { code: "NONEXISTENT_SUBDOMAIN", msg: "Invalid subdomain" },
    });
  });
});

describe("two organizations (docs/behaviour/api.md#separation-of-organizations)", () => {
  test("two organizations refuse each other's keys", async ({ expect }) => {
    const refused = await ask({ host: acme, authorization: basic(`member@example.com:${key}`) });
    expect([refused.status, refused.answer["msg"]]).toEqual([
      401,
      "Account is not associated with this subdomain",
    ]);
  });

  test("two organizations do not see each other's people, channels, messages and queues", async ({
    expect,
  }) => {
    const userId = Number((await member.get("/users/me"))["user_id"]);
    const subscriptions = [{ name: "secret plans" }];
    await member.post("/users/me/subscriptions", { subscriptions });
    const named = { stream: "secret plans" };
    const { stream_id: channelId } = await member.get("/get_stream_id", named);
    const sent = { type: "channel", to: channelId, topic: "x", content: "nobody else's business" };
    const id = Number((await member.post("/messages", sent))["id"]);
    const { queue_id: queueId } = await member.post("/register", { event_types: ["message"] });

    const direct = { type: "direct", to: [userId], content: "hello" };
    const narrow = [{ operator: "channel", operand: channelId }];
    const range = { anchor: "oldest", num_before: 0, num_after: 100 };
    const refusals = await Promise.all([
      stranger.get(`/users/${userId}`),
      stranger.post("/messages", direct),
      stranger.get("/get_stream_id", named),
      stranger.post("/messages", sent),
      stranger.get(`/messages/${id}`),
      stranger.get("/messages", { ...range, narrow }),
      stranger.get("/events", { queue_id: queueId, last_event_id: -1, dont_block: true }),
      stranger.delete("/events", { queue_id: queueId }),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual([
      "BAD_REQUEST",
      "BAD_REQUEST",
      "BAD_REQUEST",
      "STREAM_DOES_NOT_EXIST",
      "BAD_REQUEST",
      "BAD_NARROW",
      "BAD_EVENT_QUEUE_ID",
      "BAD_EVENT_QUEUE_ID",
    ]);
    expect(JSON.stringify(await stranger.get("/users"))).not.toContain("example.com");
    expect(JSON.stringify(await stranger.get("/streams"))).not.toContain("secret");
    const { messages } = await stranger.get("/messages", range);
    const senders = (messages as { sender_realm_str: string }[]).map((one) => one.sender_realm_str);
    expect(new Set(senders)).toEqual(new Set(["acme"]));
    expect(JSON.stringify(messages)).not.toContain(sent.content);
    expect(await member.get("/events", { queue_id: queueId, dont_block: true })).toMatchObject({
      result: "success",
    });
  });

  test("two organizations are told nothing of each other, also under equal names", async ({
    expect,
  }) => {
    const subscriptions = [{ name: "shared name" }];
    await member.post("/users/me/subscriptions", { subscriptions });
    await stranger.post("/users/me/subscriptions", { subscriptions });
    const here = await member.listen();
    const there = await stranger.listen();
    const sent = { type: "channel", to: "shared name", topic: "x" };
    await member.post("/messages", { ...sent, content: "from here" });
    await stranger.post("/messages", { ...sent, content: "from there" });
    await Promise.all([here.heard("from here"), there.heard("from there")]);
    await product.settle();
    await Promise.all([here.stop(), there.stop()]);
    // Each organization's own notice that the channel was made may be heard as well.
    const said = ({ contents }: Listener) => contents.filter((one) => !one.includes("created by"));
    expect([said(here), said(there)]).toEqual([["<p>from here</p>"], ["<p>from there</p>"]]);
    expect(here.contents.join("\n")).not.toContain("Aki Owner");
    expect(there.contents.join("\n")).not.toContain("Mia Member");
  });
});
