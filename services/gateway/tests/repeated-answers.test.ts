import { text as readText } from "node:stream/consumers";

import { describe, test } from "vitest";

import { call } from "./client.ts";
import { RawClient, valueOf } from "./raw-client.ts";
import { SendingPeer } from "./reading-peers.ts";
import {
  countParsed,
  given,
  openClient,
  overLink,
  peer,
  portOf,
  sendText,
  settle,
  useGateway,
} from "./repeating.ts";

// docs/subsystems/gateway.md, "Connections that repeat a request"

useGateway();

describe("an answer on such a connection", () => {
  test("that is long, or comes in pieces, is given as fast as the client reads", async ({
    expect,
  }) => {
    using client = await openClient();
    await settle(client);
    const before = countParsed();
    for (const length of [20_000, 300_000, 3_000_000, 10]) {
      peer.padding = "p".repeat(length);
      const { body, lines, status } = await client.ask(sendText(String(length)));
      expect([status, body["content"], body["padding"]]).toEqual([
        200,
        String(length),
        peer.padding,
      ]);
      expect(valueOf(lines, "Connection")).toBe("keep-alive");
    }
    expect(countParsed()).toBe(before);
  });

  test("is held back from a client that does not read, and so are its further requests", async ({
    expect,
  }) => {
    using client = await openClient();
    await settle(client);
    peer.padding = "p".repeat(15_000);
    const before = peer.count;
    const count = 1200;
    for (let number = 0; number < count; number += 1) client.socket.write(sendText(String(number)));
    using other = await openClient();
    let last = -1;
    while (peer.count !== last) {
      last = peer.count;
      for (let number = 0; number < 20; number += 1) await other.ask(sendText("other"));
      last += 20;
    }
    expect(peer.count - before).toBeLessThan(count);
    for (let number = 0; number < count; number += 1)
      expect((await client.hear()).body["content"]).toBe(String(number));
  });

  test("is not waited for by the service when the client has gone away", async ({ expect }) => {
    using client = await openClient();
    await settle(client);
    const heard = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    peer.beforeAnswer = (signal) => {
      signal.addEventListener("abort", () => heard.resolve());
      arrived.resolve();
      return heard.promise;
    };
    client.socket.write(sendText("unheard"));
    await arrived.promise;
    client.socket.destroy();
    await heard.promise;
    expect(countParsed()).toBe(1);
  });

  test("that is under way when the gateway stops is given, with the news that the connection ends; idle connections end", async ({
    expect,
  }) => {
    const stopping = await given().world.gateway(given().environment);
    await overLink(stopping);
    const clients = await Promise.all([0, 1, 2].map(() => RawClient.open(portOf(stopping))));
    const [busy, idle, halfWay] = clients;
    if (!busy || !idle || !halfWay) throw new Error("no clients");
    for (const client of clients)
      for (const content of ["a", "b", "c"]) await client.ask(sendText(content));
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    peer.beforeAnswer = () => {
      arrived.resolve();
      return released.promise;
    };
    busy.socket.write(sendText("busy"));
    await arrived.promise;
    peer.beforeAnswer = () => Promise.resolve();
    const text = sendText("half way");
    halfWay.socket.write(text.slice(0, -4));
    await call(stopping.url, { path: "/server_settings", host: given().realm.host });
    const stopped = stopping[Symbol.asyncDispose]();
    expect(await readText(idle.socket)).toBe("");
    released.resolve();
    for (const [client, rest] of [
      [busy, ""],
      [halfWay, text.slice(-4)],
    ] as const) {
      const { lines, status } = await client.ask(rest);
      expect([status, valueOf(lines, "Connection")]).toEqual([200, "close"]);
    }
    await stopped;
    for (const client of clients) client[Symbol.dispose]();
  });

  test("comes over HTTP while there is no link", async ({ expect }) => {
    const other = new SendingPeer();
    const started = await other.start(given().world.signer);
    await using own = await given().world.gateway({
      ...given().environment,
      MESSAGES_URL: started.url,
    });
    using client = await RawClient.open(portOf(own));
    for (const content of ["a", "b", "c"]) await client.ask(sendText(content));
    await started[Symbol.asyncDispose]();
    const { body, lines, status } = await client.ask(sendText("nobody"));
    expect([status, body["code"]]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(valueOf(lines, "Retry-After")).toBe("1");
    expect(valueOf(lines, "Connection")).toBe("keep-alive");
  });
});
