import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { Inbox } from "@team-chat/testkit";
import { describe, test } from "vitest";

import {
  type IncomingPoll,
  type PollAnswer,
  listenForPolls,
  PollConnection,
  type PollRequest,
} from "../src/index.ts";

const key = "00112233445566778899aabbccddeeff";
const host = "127.0.0.1";
/** Notices silence soon enough for a test, and late enough for a busy machine. */
const fast = { beatMs: 200, silenceMs: 1000 };

function request(queueId: string): PollRequest {
  return {
    realmId: 1,
    userId: 2,
    queueId,
    lastEventId: 7,
    dontBlock: false,
    ignored: null,
    requestId: "r",
  };
}

function endTogether(one: Socket, other: Socket): void {
  one.on("close", () => other.destroy()).on("error", () => other.destroy());
}

async function events(port = 0, heartbeat = fast) {
  const polls = new Inbox<IncomingPoll>();
  const listener = await listenForPolls({
    host,
    port,
    key,
    heartbeat,
    onPoll: (poll) => polls.put(poll),
  });
  return { polls, listener, url: `link://${host}:${listener.port}` };
}

function gateway(url: string, options: { key?: string } = {}) {
  const changes = new Inbox<boolean>();
  const answers = new Inbox<string>();
  const link = new PollConnection({
    url,
    key,
    heartbeat: fast,
    onChange: () => changes.put(link.ready),
    ...options,
  });
  const waiter = (name: string) => ({
    answered: ({ end, shared, status }: PollAnswer) =>
      answers.put(`${name} ${status} ${Buffer.concat([shared, end]).toString()}`),
    lost: () => answers.put(`${name} lost`),
  });
  return { link, changes, answers, waiter };
}

describe("a link", () => {
  test("a link refuses a gateway that does not know the key", async ({ expect }) => {
    const { listener, url } = await events();
    await using _ = listener;
    using stranger = gateway(url, { key: "ff".repeat(16) }).link;
    const socket = connect(listener.port, host);
    socket.resume().write(Buffer.from("0000000705000000017b7d", "hex"));
    await once(socket, "close");
    expect(stranger.ready).toBe(false);
    expect(stranger.poll(request("q"), { answered: () => undefined, lost: () => undefined })).toBe(
      0,
    );
  });

  test("a link is refused by a gateway when the other end does not know the key", async ({
    expect,
  }) => {
    const ended = Promise.withResolvers<void>();
    await using impostor = createServer((socket) => {
      socket.on("close", () => ended.resolve());
      socket.write(Buffer.concat([Buffer.from("000000250100000000", "hex"), Buffer.alloc(32)]));
      socket.once("data", () =>
        socket.write(Buffer.concat([Buffer.from("000000250300000000", "hex"), Buffer.alloc(32)])),
      );
    }).listen(0, host);
    await once(impostor, "listening");
    const { port } = impostor.address() as { port: number };
    using link = gateway(`link://${host}:${port}`).link;
    await ended.promise;
    expect(link.ready).toBe(false);
  });

  test("a link carries polls there and answers back, to each its own", async ({ expect }) => {
    const { listener, polls, url } = await events();
    await using _ = listener;
    const { link, changes, answers, waiter } = gateway(url);
    using _link = link;
    expect(await changes.take()).toBe(true);
    link.poll(request("a"), waiter("a"));
    link.poll(request("b"), waiter("b"));
    const first = await polls.take();
    const second = await polls.take();
    expect([first.request, second.request]).toEqual([request("a"), request("b")]);
    second.respond(400, Buffer.from("no"));
    first.respond(200, Buffer.from("yes"));
    first.respond(200, Buffer.from("again"));
    expect([await answers.take(), await answers.take()]).toEqual(["b 400 no", "a 200 yes"]);
    expect(link.waiting).toBe(0);
  });

  test("a link sends once what many answers share, and gives each its own end", async ({
    expect,
  }) => {
    const { listener, polls, url } = await events();
    await using _ = listener;
    const { link, changes, answers, waiter } = gateway(url);
    using _link = link;
    await changes.take();
    const names = Array.from({ length: 200 }, (_name, index) => `q${index}`);
    for (const name of names) link.poll(request(name), waiter(name));
    const arrived: IncomingPoll[] = [];
    for (const _name of names) arrived.push(await polls.take());
    const [one, other] = [Buffer.from("é1 "), Buffer.from("é2 ")];
    const long = "x".repeat(70_000);
    const expected = arrived.map((poll, index) => {
      const shared = index === 100 ? other : one;
      const end = index === 50 ? long : `end ${index} é`;
      poll.respond(200, shared, end);
      poll.respond(200, shared, "again");
      return `${poll.request.queueId} 200 ${shared.toString()}${end}`;
    });
    const heard: string[] = [];
    for (const _name of names) heard.push(await answers.take());
    expect(heard.toSorted()).toEqual(expected.toSorted());
    expect(link.waiting).toBe(0);
  });

  test("a link tells the events process when nobody waits any more", async ({ expect }) => {
    const { listener, polls, url } = await events();
    await using _ = listener;
    const { link, changes, answers, waiter } = gateway(url);
    using _link = link;
    await changes.take();
    const id = link.poll(request("a"), waiter("a"));
    const poll = await polls.take();
    const cancelled = Promise.withResolvers<void>();
    poll.onCancel = () => cancelled.resolve();
    link.cancel(id);
    await cancelled.promise;
    expect(poll.waiting).toBe(false);
    poll.respond(200, Buffer.from("late"));
    link.poll(request("b"), waiter("b"));
    (await polls.take()).respond(200, Buffer.from("b"));
    expect(await answers.take()).toBe("b 200 b");
  });

  test("a link tells every waiter when it breaks, and comes back by itself", async ({ expect }) => {
    const before = await events();
    const { link, changes, answers, waiter } = gateway(before.url);
    using _link = link;
    await changes.take();
    link.poll(request("a"), waiter("a"));
    const poll = await before.polls.take();
    await before.listener.close();
    expect(await answers.take()).toBe("a lost");
    expect(await changes.take()).toBe(false);
    expect(poll.waiting).toBe(false);
    const after = await events(before.listener.port);
    await using _ = after.listener;
    expect(await changes.take()).toBe(true);
    link.poll(request("a"), waiter("a"));
    (await after.polls.take()).respond(200, Buffer.from("back"));
    expect(await answers.take()).toBe("a 200 back");
  });

  test("a link notices a peer that is silent although its connection is open", async ({
    expect,
  }) => {
    const silent = await events(0, { beatMs: 60_000, silenceMs: 120_000 });
    await using _ = silent.listener;
    const { link, changes, answers, waiter } = gateway(silent.url);
    using _link = link;
    await changes.take();
    link.poll(request("a"), waiter("a"));
    expect(await answers.take()).toBe("a lost");
    expect(await changes.take()).toBe(false);
  });

  test("a link writes the answers of one turn of the event loop together", async ({ expect }) => {
    const { listener, polls, url } = await events();
    await using _ = listener;
    const reads: number[] = [];
    await using relay = createServer((socket) => {
      const onward = connect(Number(new URL(url).port), host);
      socket.pipe(onward).pipe(socket);
      onward.on("data", (chunk: Buffer) => reads.push(chunk.length));
      endTogether(socket, onward);
      endTogether(onward, socket);
    }).listen(0, host);
    await once(relay, "listening");
    const { port } = relay.address() as { port: number };
    const { link, changes, answers, waiter } = gateway(`link://${host}:${port}`);
    using _link = link;
    await changes.take();
    for (let at = 0; at < 500; at += 1) link.poll(request(`q${at}`), waiter(`q${at}`));
    const waiting: IncomingPoll[] = [];
    while (waiting.length < 500) waiting.push(await polls.take());
    reads.length = 0;
    for (const poll of waiting) poll.respond(200, Buffer.from("x"));
    for (const poll of waiting) expect(await answers.take()).toBe(`${poll.request.queueId} 200 x`);
    expect(reads.length).toBeLessThan(10);
  });
});
