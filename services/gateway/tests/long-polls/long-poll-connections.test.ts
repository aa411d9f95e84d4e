import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";

import { type IncomingPoll, newQueueId } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { basic } from "../client.ts";
import type { EventsPeer } from "../events-peer.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: TestRealm;
let alice: TestUser;
let bob: TestUser;
let events: EventsPeer;
let gateway: Gateway;

beforeAll(async () => {
  realm = world().realm();
  alice = world().user(realm);
  bob = world().user(realm);
  events = await world().events();
  gateway = await world().gateway();
  await world().found(gateway, events);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await events[Symbol.asyncDispose]();
});

const queueId = newQueueId({ partition: 0, slot: 7 });

/** One connection of one user, used for one request after the other. */
class Client implements Disposable {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly ports = new Set<number>();
  readonly user: TestUser;

  constructor(user: TestUser) {
    this.user = user;
  }

  async get(path: string, headers: Record<string, string> = {}) {
    const sent = request(`${gateway.url}/api/v1${path}`, {
      agent: this.agent,
      headers: {
        Host: realm.host,
        Authorization: basic(this.user.email, this.user.key),
        ...headers,
      },
    });
    sent.end();
    sent.once("socket", (socket) =>
      socket.once("ready", () => this.ports.add(socket.localPort ?? 0)),
    );
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const { headers: answered, statusCode: status } = response;
    return { status, headers: answered, text: await readText(response) };
  }

  poll(lastEventId: number | string, more = "", headers: Record<string, string> = {}) {
    return this.get(`/events?queue_id=${queueId}&last_event_id=${lastEventId}${more}`, headers);
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }
}

/** Answers the next poll with who asked for what. */
async function answerNext(): Promise<IncomingPoll> {
  const arrived = await events.polls.take();
  const { lastEventId, userId } = arrived.request;
  arrived.respond(200, Buffer.from(`poll ${lastEventId} of ${userId}`));
  return arrived;
}

/** Writes a poll as a client does. */
function pollText(user: TestUser, lastEventId: number, more = ""): string {
  const authorization = `Authorization: ${basic(user.email, user.key)}`;
  return `GET /api/v1/events?queue_id=${queueId}&last_event_id=${lastEventId} HTTP/1.1\r\nHost: ${realm.host}\r\n${authorization}\r\n${more}\r\n`;
}

async function rawConnection({ url } = gateway): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

describe("a connection on which a client polls", () => {
  test("a polling connection carries one poll after the other, and what else the client asks for", async ({
    expect,
  }) => {
    using client = new Client(alice);
    for (const lastEventId of [-1, 7, 70_000, 70_001, 999_999_999_999_999]) {
      const polled = client.poll(lastEventId, "", { "X-Request-Id": "mine" });
      const { request: asked } = await answerNext();
      expect(asked).toMatchObject({ lastEventId, requestId: "mine", userId: alice.id, queueId });
      const { headers, status, text } = await polled;
      expect([status, text]).toEqual([200, `poll ${lastEventId} of ${alice.id}`]);
      expect(headers).toMatchObject({
        connection: "keep-alive",
        "keep-alive": "timeout=75",
        "x-request-id": "mine",
      });
      expect(new Date(headers.date ?? "").toUTCString()).toBe(headers.date);
    }
    const other = await client.get("/messages?anchor=newest");
    expect(JSON.parse(other.text)).toMatchObject({ echo: { service: "messages" } });
    const polled = client.poll(70_002);
    await answerNext();
    expect((await polled).text).toBe(`poll 70002 of ${alice.id}`);
    expect(client.ports.size).toBe(1);
  });

  test("a polling connection is read anew when anything but the digits of last_event_id differs", async ({
    expect,
  }) => {
    using client = new Client(alice);
    for (const lastEventId of [1, 2, 3]) {
      const polled = client.poll(lastEventId);
      await answerNext();
      await polled;
    }
    const asBob = client.poll(4, "", { Authorization: basic(bob.email, bob.key) });
    expect((await answerNext()).request).toMatchObject({ lastEventId: 4, userId: bob.id });
    expect((await asBob).text).toBe(`poll 4 of ${bob.id}`);
    const again = client.poll(5);
    expect((await answerNext()).request).toMatchObject({ lastEventId: 5, userId: alice.id });
    await again;
    const blocked = client.poll(6, "&dont_block=true");
    expect((await answerNext()).request).toMatchObject({ lastEventId: 6, dontBlock: true });
    await blocked;
    // Not a number: the events service says what is wrong with it.
    expect((await client.poll("1x")).text).toContain("last_event_id=1x");
    const refused = await client.get(`/events?queue_id=nothing&last_event_id=1`);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("BAD_EVENT_QUEUE_ID"),
    ]);
    const polled = client.poll(7);
    await answerNext();
    await polled;
    const foreign = await client.get(`/events?queue_id=nothing&last_event_id=7`);
    expect([foreign.status, foreign.text]).toEqual([
      400,
      expect.stringContaining("BAD_EVENT_QUEUE_ID"),
    ]);
    expect(client.ports.size).toBe(1);
  });

  test("a polling connection is refused as soon as its key is not valid any more, and goes on with a new one", async ({
    expect,
  }) => {
    const carol = world().user(realm);
    using client = new Client(carol);
    const old = basic(carol.email, carol.key);
    for (const lastEventId of [1, 2, 3]) {
      const polled = client.poll(lastEventId);
      await answerNext();
      await polled;
    }
    world().users.change(realm, carol, (user) => {
      user.key = "k".repeat(32);
    });
    const refused = await client.poll(4, "", { Authorization: old });
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([
      401,
      'Basic realm="zulip"',
    ]);
    const polled = client.poll(4);
    await answerNext();
    expect((await polled).text).toBe(`poll 4 of ${carol.id}`);
    expect(client.ports.size).toBe(1);
  });

  test("a polling connection answers in order whatever comes at once, and however its bytes are cut", async ({
    expect,
  }) => {
    const answering = new AbortController();
    const answerAll = async () => {
      while (!answering.signal.aborted) await answerNext();
    };
    const done = answerAll();
    const requests = fc.array(
      fc.record({ poll: fc.boolean(), id: fc.nat(99_999), by: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    );
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(requests, cuts, async (asked, places) => {
        const texts = asked.map(({ by, id, poll }) => {
          const whole = pollText(by ? alice : bob, id);
          return poll ? whole : whole.replace("/events?", "/messages?");
        });
        const bytes = texts.join("");
        const at = places.map((place) => Math.round(place * bytes.length));
        const bounds = [0, ...at.toSorted((a, b) => a - b), bytes.length];
        const socket = await rawConnection();
        const heard = hear(socket, asked.length);
        for (const [index, start] of bounds.slice(0, -1).entries()) {
          socket.write(bytes.slice(start, bounds[index + 1]));
          await new Promise((resolve) => setImmediate(resolve));
        }
        const answers = await heard;
        socket.destroy();
        expect(answers).toEqual(asked.map(({ id }) => id));
      }),
      { numRuns: 40 },
    );
    answering.abort();
    using client = new Client(alice);
    await client.poll(1);
    await done;
  });

  test("a polling connection is cancelled when the client sends no more", async ({ expect }) => {
    const socket = await rawConnection();
    socket.write(pollText(alice, 1));
    const arrived = await events.polls.take();
    const cancelled = Promise.withResolvers<void>();
    arrived.onCancel = () => cancelled.resolve();
    socket.resume().end();
    await Promise.all([cancelled.promise, once(socket, "close")]);
    expect(gateway.pendingPolls()).toBe(0);
  });

  test("a polling connection ends with the answer when the client asked for that", async ({
    expect,
  }) => {
    const closing = pollText(alice, 1, "Connection: close\r\n");
    for (const text of [closing, pollText(alice, 1).replace("HTTP/1.1", "HTTP/1.0")]) {
      const socket = await rawConnection();
      socket.write(text);
      const [answer] = await Promise.all([readText(socket), answerNext()]);
      expect(answer).toContain("\r\nConnection: close\r\n");
      expect(answer.endsWith(`\r\n\r\npoll 1 of ${alice.id}`)).toBe(true);
    }
  });

  test("a polling connection gives a client that reads slowly all of a long answer", async ({
    expect,
  }) => {
    const socket = await rawConnection();
    socket.pause();
    socket.write(pollText(alice, 1, "Connection: close\r\n"));
    const long = "é".repeat(4_000_000);
    (await events.polls.take()).respond(200, Buffer.from(long));
    await answerOther();
    const answer = await readText(socket);
    expect(answer.endsWith(`\r\n\r\n${long}`)).toBe(true);
  });

  test("an idle polling connection ends when the gateway stops", async ({ expect }) => {
    const stopping = await world().gateway();
    const socket = await rawConnection(stopping);
    socket.write(pollText(alice, 1));
    await Promise.all([once(socket, "data"), answerNext()]);
    const closed = once(socket.resume(), "close");
    await Promise.all([stopping[Symbol.asyncDispose](), closed]);
    expect(socket.destroyed).toBe(true);
  });

  test("a polling connection ends with its answer while the gateway drains", async ({ expect }) => {
    const draining = await world().gateway({ DRAIN_MS: "1000" });
    const socket = await rawConnection(draining);
    socket.write(pollText(alice, 1));
    const polled = await events.polls.take();
    const drained = draining[Symbol.asyncDispose]();
    polled.respond(200, Buffer.from("answer"));
    const [answer] = await Promise.all([readText(socket), drained]);
    expect(answer).toMatch(/\r\nConnection: close\r\n(?:.*\r\n)*\r\nanswer$/);
  });
});

/** Some other poll was answered, so that whatever was on its way to the gateway before has arrived. */
async function answerOther(): Promise<void> {
  using client = new Client(bob);
  const polled = client.poll(1);
  await answerNext();
  await polled;
}

/** The `last_event_id` of each of so many answers, whoever gave them. */
async function hear(socket: Socket, count: number): Promise<readonly number[]> {
  let text = "";
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString();
    const found = [...text.matchAll(/poll (?<own>\d+) of|last_event_id=(?<echoed>\d+)"/g)];
    if (found.length === count)
      return found.map(({ groups }) => Number(groups?.["own"] ?? groups?.["echoed"]));
  }
  throw new Error(`The connection ended after: ${text}`);
}
