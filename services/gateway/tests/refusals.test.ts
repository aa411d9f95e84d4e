import { text as readText } from "node:stream/consumers";

import { newQueueId } from "@team-chat/rpc";
import { afterAll, beforeAll, describe, test } from "vitest";

import { basic } from "./client.ts";
import type { EventsPeer } from "./events-peer.ts";
import { RawClient, valueOf } from "./raw-client.ts";
import {
  formOf,
  given,
  headOf,
  openClient,
  peer,
  portOf,
  sendText,
  useGateway,
} from "./sending.ts";

// docs/subsystems/gateway.md, "What cannot be read"

useGateway();

const host = () => `Host: ${given().realm.host}`;
const longQuery = (length: number) => `/api/v1/messages?a=${"a".repeat(length)}`;

/** Bytes that are written, with the status and code of the answer. */
const unreadable: readonly [string, () => string, number, string][] = [
  ["bytes that are no HTTP", () => "\u0016\u0003\u0001\u0000 hello\r\n\r\n", 400, "BAD_REQUEST"],
  ["an unknown method", () => `FETCH / HTTP/1.1\r\n${host()}\r\n\r\n`, 400, "BAD_REQUEST"],
  ["another protocol", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "BAD_REQUEST"],
  [
    "a header without a colon",
    () => `GET / HTTP/1.1\r\n${host()}\r\nnothing\r\n\r\n`,
    400,
    "BAD_REQUEST",
  ],
  [
    "two lengths of the body",
    () => `POST / HTTP/1.1\r\n${host()}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
    "BAD_REQUEST",
  ],
  [
    "a length and chunks",
    () =>
      `POST / HTTP/1.1\r\n${host()}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    "BAD_REQUEST",
  ],
  [
    "a head that is too long",
    () => `GET / HTTP/1.1\r\n${host()}\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`,
    431,
    "REQUEST_HEADER_FIELDS_TOO_LARGE",
  ],
  [
    "a head that is far too long",
    () => `GET / HTTP/1.1\r\n${host()}\r\nX-Long: ${"x".repeat(3_000_000)}\r\n\r\n`,
    431,
    "REQUEST_HEADER_FIELDS_TOO_LARGE",
  ],
  [
    "chunk extensions without end",
    () =>
      `POST /api/v1/fetch_api_key HTTP/1.1\r\n${host()}\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\na\r\n`,
    413,
    "BAD_REQUEST",
  ],
  [
    "an address that is too long",
    () => `GET ${longQuery(66_000)} HTTP/1.1\r\n${host()}\r\n\r\n`,
    414,
    "URI_TOO_LONG",
  ],
  ["no host", () => "GET /api/v1/messages HTTP/1.1\r\n\r\n", 400, "BAD_REQUEST"],
  [
    "two hosts",
    () => `GET /api/v1/messages HTTP/1.1\r\n${host()}\r\nhOST: b.example.com\r\n\r\n`,
    400,
    "BAD_REQUEST",
  ],
  [
    "twice the same host",
    () => `GET /api/v1/messages HTTP/1.1\r\n${host()}\r\n${host()}\r\n\r\n`,
    400,
    "BAD_REQUEST",
  ],
  ...[
    "",
    ".localhost:9991",
    "a..b",
    "a.",
    "a:b",
    "a:",
    "a b",
    "a/b",
    "a@b",
    "a,b c",
    "[::1",
    ":80",
  ].map((name): [string, () => string, number, string] => [
    `the host ${JSON.stringify(name)}`,
    () => `GET /api/v1/server_settings HTTP/1.1\r\nHost: ${name}\r\n\r\n`,
    400,
    "BAD_REQUEST",
  ]),
  [
    "an expectation",
    () => `GET /docs HTTP/1.1\r\n${host()}\r\nExpect: cake\r\n\r\n`,
    417,
    "EXPECTATION_FAILED",
  ],
  [
    "a tunnel",
    () => `CONNECT a.example.com:443 HTTP/1.1\r\n${host()}\r\n\r\n`,
    405,
    "METHOD_NOT_ALLOWED",
  ],
];

let events: EventsPeer;

beforeAll(async () => {
  const { gateway, world } = given();
  events = await world.events();
  await world.found(gateway, events);
});
afterAll(() => events[Symbol.asyncDispose]());

/** Has the connection be one that polls. */
async function poll(client: RawClient): Promise<void> {
  const { alice } = given();
  const address = `/api/v1/events?queue_id=${newQueueId({ partition: 0, slot: 7 })}&last_event_id=`;
  const authorization = `Authorization: ${basic(alice.email, alice.key)}`;
  for (const id of [1, 2]) {
    const heard = client.ask(
      `GET ${address}${id} HTTP/1.1\r\n${host()}\r\n${authorization}\r\n\r\n`,
    );
    (await events.polls.take()).respond(200, Buffer.from("{}"));
    await heard;
  }
}

/** Bytes that make a connection what it may be when something unreadable comes. */
const before: readonly [string, (client: RawClient) => Promise<unknown>][] = [
  ["a fresh connection", () => Promise.resolve()],
  ["one that node:http keeps", (client) => client.ask(`GET /livez HTTP/1.1\r\n${host()}\r\n\r\n`)],
  ["one that polls", poll],
];

describe("what cannot be read is refused in JSON (docs/behaviour/api.md#error-codes)", () => {
  for (const [where, prepare] of before) {
    test.for(unreadable)(
      `%s on ${where} is refused in JSON`,
      async ([, text, status, code], { expect }) => {
        using client = await openClient();
        await prepare(client);
        const heard = await client.ask(text());
        expect([heard.status, heard.body["code"], heard.body["result"]]).toEqual([
          status,
          code,
          "error",
        ]);
        expect(heard.body["msg"]).toMatch(/\w/);
        expect(valueOf(heard.lines, "Content-Type")).toBe("application/json");
        expect(valueOf(heard.lines, "X-Content-Type-Options")).toBe("nosniff");
        expect(valueOf(heard.lines, "Date")).toMatch(/ GMT$/);
      },
    );
  }

  test("unreadable bytes behind a request that is still answered are refused after that answer", async ({
    expect,
  }) => {
    for (const [, prepare] of before) {
      using client = await openClient();
      await prepare(client);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      peer.beforeAnswer = () => promise;
      client.socket.write(`${sendText("first")}no HTTP\r\n\r\n`);
      resolve(undefined);
      expect((await client.hear()).body["content"]).toBe("first");
      const { lines, status } = await client.hear();
      expect([status, valueOf(lines, "Connection")]).toEqual([400, "close"]);
      expect(await readText(client.socket)).toBe("");
    }
  });
});

describe("an unusual request that can be served", () => {
  test("a request may have an address of up to 64 kB, also when its body comes in chunks", async ({
    expect,
  }) => {
    const address = longQuery(65_536 - longQuery(0).length);
    const body = new URLSearchParams(formOf("long")).toString();
    const text = (headOf(body) + body).replace("/api/v1/messages", address);
    for (const [, prepare] of before) {
      using client = await openClient();
      await prepare(client);
      const { lines, status } = await client.ask(text);
      expect([status, valueOf(lines, "Connection")]).toEqual([200, "keep-alive"]);
    }
    using client = await openClient();
    const more = `X-More: ${"x".repeat(15_000)}\r\nTransfer-Encoding: chunked\r\n`;
    const head = headOf("", { more }).replace("Content-Length: 0\r\n", "");
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const heard = await client.ask(head.replace("/api/v1/messages", address) + chunks);
    expect([heard.status, heard.body["content"]]).toEqual([200, "long"]);
  });

  test("a request may have a JSON body (docs/behaviour/api.md#json-bodies)", async ({ expect }) => {
    const more = "Content-Type: application/json\r\n";
    const type = "Content-Type: application/x-www-form-urlencoded\r\n";
    const textOf = (body: string) => headOf(body, { more }).replace(type, "") + body;
    using client = await openClient();
    for (const content of ["a", "bb", "ccc", "dddd"]) {
      const heard = await client.ask(textOf(JSON.stringify({ ...formOf(content), to: [1] })));
      expect([heard.status, heard.body["content"]]).toEqual([200, content]);
    }
    for (const [prepare, body] of before.flatMap(
      ([, one]) =>
        [
          [one, "{"],
          [one, "[]"],
        ] as const,
    )) {
      using other = await openClient();
      await prepare(other);
      expect((await other.ask(textOf(body))).status).toBe(400);
      const plain = textOf(body).replace("application/json", "text/plain");
      expect((await other.ask(plain)).status).toBe(415);
    }
  });

  test("a request that asks for another protocol is served without it", async ({ expect }) => {
    for (const [, prepare] of before) {
      using client = await openClient();
      await prepare(client);
      const more = "Connection: Upgrade\r\nUpgrade: h2c\r\n";
      const { status } = await client.ask(sendText("up", { more }));
      expect(status).toBe(200);
    }
  });

  test.for(["a", "A.b:9991", "[::1]:80", "127.0.0.1", "a_b.example.com:1"])(
    "a request may name the host %s",
    async (name, { expect }) => {
      using client = await openClient();
      const { body } = await client.ask(
        `GET /api/v1/server_settings HTTP/1.1\r\nHost: ${name}\r\n\r\n`,
      );
      expect(body["msg"]).toBe("Invalid subdomain");
    },
  );
});

describe("a client that sends more than is taken", () => {
  let port = 0;
  let stop: AsyncDisposable;

  beforeAll(async () => {
    const { environment, world } = given();
    const gateway = await world.gateway({ ...environment, MAX_BODY_BYTES: "3145728" });
    port = portOf(gateway);
    stop = gateway;
  });
  afterAll(() => stop[Symbol.asyncDispose]());

  // The gateway knows what is too long for any operation by what is announced, and the service what is too long for
  // this one.
  test.for([
    ["announced", 30_000_000, 3],
    ["announced", 3_000_000, 1],
    ["chunked", 30_000_000, 1],
    ["chunked", 3_000_000, 1],
  ] as const)(
    "a client that sends too much is told when it has sent everything: %s, %i bytes",
    async ([kind, length, limit], { expect }) => {
      using client = await RawClient.open(port);
      const body = "a=".padEnd(length, "a");
      const isChunked = kind === "chunked";
      const framing = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`;
      const head = headOf("").replace(/Content-Length: \d+/, framing);
      const text = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
      await new Promise((resolve) => client.socket.write(head + text, resolve));
      const { body: answer, lines, status } = await client.hear();
      const msg = `The request body is larger than ${limit} MB.`;
      expect([status, answer["code"], answer["msg"]]).toEqual([413, "BAD_REQUEST", msg]);
      expect(valueOf(lines, "Connection")).toBe("close");
      expect(await readText(client.socket)).toBe("");
    },
  );
});
