import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";

import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { basic, call, callText, open } from "./client.ts";
import type { Echo } from "./echo.ts";
import { type Listener, startListener } from "./listener.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  gateway = await world().gateway({ MAX_BODY_BYTES: "100000" });
  realm = world().realm();
  alice = world().user(realm);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

describe("addresses and methods (docs/behaviour/api.md#answers)", () => {
  test("an unknown address is answered with 404 in JSON", async ({ expect }) => {
    for (const path of [
      "/nothing",
      "//api/v2/users",
      "//api/v1",
      "//elsewhere",
      "/users/me/nothing",
    ])
      expect(await call(gateway.url, { path, host: realm.host })).toMatchObject({
        status: 404,
        body: { result: "error", code: "NOT_FOUND" },
      });
  });

  test("internal operations cannot be reached", async ({ expect }) => {
    const asked = { method: "POST", path: "//internal/checkApiKey", host: realm.host, auth: alice };
    expect((await call(gateway.url, asked)).status).toBe(404);
  });

  test("a method that an address does not know is answered with 405 and those it knows", async ({
    expect,
  }) => {
    const { body, headers, status } = await call(gateway.url, { method: "PUT", path: "/messages" });
    expect(status).toBe(405);
    expect(body).toMatchObject({ msg: "Method Not Allowed", allowed_methods: ["GET", "POST"] });
    expect(headers["allow"]).toBe("GET, POST");
  });

  test("OPTIONS is answered with 204 and the methods", async ({ expect }) => {
    const { body, headers, status } = await callText(gateway.url, {
      method: "OPTIONS",
      path: "/messages",
    });
    expect([status, headers["allow"], body]).toEqual([204, "GET, POST", ""]);
  });

  test("HEAD is passed to what answers GET, and has no body", async ({ expect }) => {
    const asked = { method: "HEAD", path: "/users/me", host: realm.host, auth: alice };
    const { body, status } = await callText(gateway.url, asked);
    expect([status, body]).toEqual([200, ""]);
  });
});

describe("what is passed on", () => {
  test("a request goes to the service that owns the operation, unchanged", async ({ expect }) => {
    const { body, headers } = await call(gateway.url, {
      method: "POST",
      path: "/messages?queue=a%20b",
      host: realm.host,
      auth: alice,
      form: { content: "héllo & bye" },
    });
    expect(body["echo"]).toMatchObject({
      service: "messages",
      method: "POST",
      url: "/api/v1/messages?queue=a%20b",
      body: "content=h%C3%A9llo+%26+bye",
    });
    expect(headers["content-type"]).toBe("application/json");
  });

  test("a forwarded request carries an id, the client's own if it has a usable one", async ({
    expect,
  }) => {
    const ask = async (id?: string) => {
      const headers: Record<string, string> = id === undefined ? {} : { "X-Request-Id": id };
      const asked = { path: "/users/me", host: realm.host, auth: alice, headers };
      const answer = await call(gateway.url, asked);
      const { headers: arrived } = answer.body["echo"] as Echo;
      expect(arrived["x-request-id"]).toBe(answer.headers["x-request-id"]);
      return answer.headers["x-request-id"];
    };
    expect(await ask("mine-1")).toBe("mine-1");
    expect(await ask("no good")).toMatch(/^[\da-f-]{36}$/);
    expect(await ask()).not.toBe(await ask());
  });

  test("a forwarded request does not carry what only the gateway may say", async ({ expect }) => {
    const forged = { method: "GET", target: "/api/v1/users/me", to: "127.0.0.1" };
    const stranger = { kind: "service", name: "gateway" } as const;
    const { body } = await call(gateway.url, {
      path: "/users/me",
      host: realm.host,
      auth: alice,
      headers: { "X-Identity": world().signer.sign(stranger, forged, null) },
    });
    const { identity } = body["echo"] as Echo;
    expect(identity).toMatchObject({ kind: "user", userId: alice.id });
  });

  test("a request is refused with 503 when its service is away", async ({ expect }) => {
    await using alone = await world().gateway({ MESSAGES_URL: "http://127.0.0.1:1" });
    const asked = { path: "/messages", host: realm.host, auth: alice };
    const { body, headers, status } = await call(alone.url, asked);
    expect([status, body["code"], headers["retry-after"]]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1",
    ]);
  });
});

describe("streams", () => {
  let slow: Listener;
  let streaming: Gateway;
  const pieces: Buffer[] = [];
  let finish: () => void = () => undefined;

  beforeAll(async () => {
    slow = await startListener((req, res) => {
      req.on("data", (chunk: Buffer) => pieces.push(chunk));
      res.writeHead(200, { "Content-Type": "text/plain" });
      res.write("begun");
      finish = () => res.end(" and done");
    });
    streaming = await world().gateway({ MESSAGES_URL: slow.url });
  });

  afterAll(async () => {
    await streaming[Symbol.asyncDispose]();
    await slow[Symbol.asyncDispose]();
  });

  test("an answer reaches the client while the service still writes it", async ({ expect }) => {
    const asked = { path: "/messages", host: realm.host, auth: alice };
    const response = await open(streaming.url, asked);
    const [first] = (await once(response, "data")) as [Buffer];
    expect(first.toString()).toBe("begun");
    finish();
    const [rest] = (await once(response, "data")) as [Buffer];
    expect(rest.toString()).toBe(" and done");
  });

  test("an upload reaches the service while the client still sends it", async ({ expect }) => {
    const sent = request(`${streaming.url}/api/v1/user_uploads`, {
      method: "POST",
      headers: {
        Host: realm.host,
        Authorization: basic(alice.email, alice.key),
        "Transfer-Encoding": "chunked",
      },
    });
    pieces.length = 0;
    sent.write("first piece");
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(Buffer.concat(pieces).toString()).toBe("first piece");
    sent.end();
    finish();
    response.resume();
    await once(response, "end");
  });
});

describe("bodies that are too large", () => {
  const head = (extra: string) =>
    `POST /api/v1/messages HTTP/1.1\r\nHost: ${realm.host}\r\nAuthorization: ${basic(alice.email, alice.key)}\r\n${extra}\r\n\r\n`;

  async function send(extra: string, body: string): Promise<string> {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(head(extra) + body);
    let answer = "";
    for await (const chunk of socket) {
      answer += String(chunk);
      if (answer.includes("}\n")) break;
    }
    socket.destroy();
    return answer;
  }

  test("bodies that are too large are refused by their announced length before they are sent", async ({
    expect,
  }) => {
    const answer = await send("Content-Length: 100001", "");
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"BAD_REQUEST"');
  });

  test("bodies that are too large are refused while they are read when no length was announced", async ({
    expect,
  }) => {
    const chunk = `${(60_000).toString(16)}\r\n${"a".repeat(60_000)}\r\n`;
    expect(await send("Transfer-Encoding: chunked", chunk + chunk)).toMatch(/^HTTP\/1\.1 413 /);
  });
});
