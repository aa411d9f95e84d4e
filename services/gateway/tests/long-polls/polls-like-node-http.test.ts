import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";

import { listen, type RunningServer } from "@team-chat/http";
import { newQueueId } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import * as fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";

import { basic } from "../client.ts";
import type { EventsPeer } from "../events-peer.ts";
import { type Gateway, World } from "../world.ts";

const world = useWorld(() => World.create());
let events: EventsPeer;
let gateway: Gateway;
/** Answers the same requests by node:http alone. */
let plain: RunningServer;
let head: readonly string[];

const queueId = newQueueId({ partition: 0, slot: 7 });

const answerPlainly: RequestListener = (req, res) => {
  const id = /last_event_id=(?<id>\d+)$/.exec(req.url ?? "")?.groups?.["id"] ?? "";
  void setImmediate().then(() => res.end(`poll ${id} of nobody`));
};

beforeAll(async () => {
  const realm = world().realm();
  const alice = world().user(realm);
  events = await world().events();
  gateway = await world().gateway();
  await world().found(gateway, events);
  plain = await listen(
    { handler: answerPlainly, ready: () => Promise.resolve() },
    { host: "127.0.0.1", port: 0 },
  );
  head = [`Host: ${realm.host}`, `Authorization: ${basic(alice.email, alice.key)}`];
});

afterAll(async () => {
  await plain[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
  await events[Symbol.asyncDispose]();
});

const form = "Content-Type: application/x-www-form-urlencoded\r\n";

/** Lines, and perhaps a body, that change how HTTP reads a request. */
const oddities = [
  "Connection: close",
  "Connection: Keep-Alive",
  "connection: x, Close",
  "Connection: upgrade\r\nUpgrade: websocket",
  "Upgrade: h2c",
  "Content-Length: 0",
  `${form}Content-Length: 3\r\n\r\na=b`,
  "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
  `${form}Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n`,
  "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
  "Expect: 100-continue",
  "Expect: more",
  "X-Odd:   spaces around   ",
  "X-Folded: one\r\n two",
  "X-Twice: 1\r\nX-Twice: 2",
  "Host: twice.example",
  "X No Name: 1",
  "X-Null: a\0b",
  ": empty",
  "X-Bare: line\nX-Feed: 1",
  `X-Long: ${"x".repeat(17_000)}`,
] as const;

const request = fc.record({
  id: fc.nat(99_999),
  version: fc.constantFrom(
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.1",
    "HTTP/1.0",
    "HTTP/2.0",
    "HTTP/1.1 ",
    "",
  ),
  before: fc.constantFrom("", "", "", "\r\n", "\n", " "),
  cased: fc.boolean(),
  odd: fc.option(fc.constantFrom(...oddities), { freq: 2 }),
});
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

function textOf({ before, cased, id, odd, version }: Request): string {
  const lines = cased
    ? head.map((line) => line.replace(/^\w+/, (name) => name.toUpperCase()))
    : head;
  const end = odd?.includes("\r\n\r\n") === true ? "" : "\r\n\r\n";
  const more = odd === null ? "" : `\r\n${odd}`;
  const target = `/api/v1/events?queue_id=${queueId}&last_event_id=${id}`;
  return `${before}GET ${target} ${version}\r\n${lines.join("\r\n")}${more}${end}`;
}

interface Heard {
  /** The status of each answer, and whose it is. */
  readonly answers: readonly string[];
  /** True if the connection was reset, so that the last answers may be lost. */
  readonly isCut: boolean;
}

/** Sends bytes in pieces, and reads until the server ends the connection. */
async function answersOf(port: number, pieces: readonly string[]): Promise<Heard> {
  const socket = connect(port, "127.0.0.1");
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let text = "";
  let isCut = false;
  socket.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
  socket.on("error", () => (isCut = true));
  socket.on("close", () => resolve());
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece, "latin1");
    await setImmediate();
  }
  await closed;
  const found = text.matchAll(
    /HTTP\/1\.1 (?<status>\d+)|poll (?<own>\d+) of|last_event_id=(?<echoed>\d+)"/g,
  );
  const answers = [...found].map(
    ({ groups }) => groups?.["status"] ?? groups?.["own"] ?? groups?.["echoed"] ?? "",
  );
  return { answers, isCut };
}

/** The answers that both must have alike: a connection that is reset loses what was not read yet. */
function comparable(one: Heard, other: Heard): readonly [readonly string[], readonly string[]] {
  const count =
    one.isCut || other.isCut ? Math.min(one.answers.length, other.answers.length) : Infinity;
  return [one.answers.slice(0, count), other.answers.slice(0, count)];
}

test("polls are read and answered as node:http does it, whatever clients send and however it is cut", async ({
  expect,
}) => {
  const answering = new AbortController();
  const answered = (async () => {
    while (!answering.signal.aborted) {
      const arrived = await events.polls.take();
      arrived.respond(200, Buffer.from(`poll ${arrived.request.lastEventId} of somebody`));
    }
  })();
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 });
  const target = `/api/v1/events?queue_id=${queueId}&last_event_id=7`;
  const last = `GET ${target} HTTP/1.1\r\n${head.join("\r\n")}\r\nConnection: close\r\n\r\n`;
  const port = Number(new URL(gateway.url).port);
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 6 }),
      cuts,
      async (asked, places) => {
        const bytes = `${asked.map(textOf).join("")}${last}`;
        const at = places
          .map((place) => Math.round(place * bytes.length))
          .toSorted((a, b) => a - b);
        const bounds = [0, ...at, bytes.length];
        const pieces = bounds
          .slice(0, -1)
          .map((start, index) => bytes.slice(start, bounds[index + 1]));
        const heard = await answersOf(port, pieces);
        const [ours, theirs] = comparable(heard, await answersOf(plain.port, pieces));
        expect(ours).toEqual(theirs);
      },
    ),
    { numRuns: 100 },
  );
  answering.abort();
  await answersOf(port, [last]);
  await answered;
});
