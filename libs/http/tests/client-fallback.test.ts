import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

import { getChannelsVersion } from "@team-chat/contract";
import { createServiceClient, upgradePath, upgradeProtocol } from "@team-chat/rpc";
import { nextLook } from "@team-chat/testkit";
import { describe, test, vi } from "vitest";

import { alice, double, editThing, getThing, signer, startFixture } from "./fixture.ts";
import { startGateway, use } from "./gateway.ts";
import { type Arrived, startRpcService, text } from "./rpc-service.ts";

type RpcService = Awaited<ReturnType<typeof startRpcService>>;
type Pool = ReturnType<typeof createServiceClient>;

const thing = '{"result":"success","msg":"","thing_id":5}';
const unavailable = { code: "SERVICE_UNAVAILABLE", details: { "retry-after": 1 } };

function open(urls: string, settings: { connections?: number } = {}): Pool {
  const pool = createServiceClient(urls, { name: "messages", signer, ...settings });
  use({ [Symbol.asyncDispose]: () => pool.close() });
  return pool;
}

/** Asks until the service is asked over a link, and answers that. */
async function untilLinked(service: RpcService, ask: () => Promise<unknown>): Promise<Arrived> {
  const over = { link: false };
  const first = service.arrived.take().then((arrived) => {
    over.link = true;
    arrived.answer(text(thing));
    return arrived;
  });
  while (!over.link) await ask().catch(() => undefined);
  return first;
}

/** Resolves when the realm's requests go to this service. */
async function untilPicked(pool: Pool, realmId: number, { origin }: RpcService): Promise<void> {
  while (pool.pick(realmId) !== origin) await nextLook();
}

/** Answers whatever comes, as long as the test runs. */
async function answerAll({ arrived }: RpcService): Promise<never> {
  for (;;) (await arrived.take()).answer(text(thing));
}

/** Two services, and a pool with a link to each; `realmId` goes to the first one first. */
async function startTwo(settings: { drainMs?: number } = {}) {
  const services = [
    use(await startRpcService(settings)),
    use(await startRpcService(settings)),
  ] as const;
  const pool = open(services.map(({ origin }) => origin).join(","));
  const realmOf = ({ origin }: RpcService) => {
    let realmId = 0;
    while (pool.pick(realmId) !== origin) realmId += 1;
    return realmId;
  };
  for (const service of services) {
    const options = { realmId: realmOf(service) };
    await untilLinked(service, () => pool.request(getThing, alice, { thing_id: 5 }, options));
  }
  return { one: services[0], two: services[1], pool, realmId: realmOf(services[0]) };
}

describe("a pool whose processes have links", () => {
  test("a pool asks an only process over the link at once, and others over HTTP until there is one", async ({
    expect,
  }) => {
    const fixtures = [use(await startFixture()), use(await startFixture())];
    const requests: (string | undefined)[] = [];
    for (const { running } of fixtures)
      running.server.on("request", ({ url }: IncomingMessage) => requests.push(url));
    const urls = fixtures.map(({ url }) => url);
    // It waits for the link for a moment, which on a busy machine could be too short.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const [alone, several] = [open(urls[0] ?? ""), open(urls.join(","))];
    const askedOver = async (pool: typeof alone) => {
      const before = requests.length;
      expect(await pool.call(double, alice, { value: 4 }, { realmId: 3 })).toEqual({
        value: 8,
        by: "context for user",
      });
      return requests.length > before ? "http" : "link";
    };
    expect(await askedOver(alone).finally(() => vi.useRealTimers())).toBe("link");
    expect(await askedOver(several)).toBe("http");
    while ((await askedOver(several)) === "http");
    const edited = { thing_id: 5, title: "é" };
    expect(await several.request(editThing, alice, edited, { realmId: 3 })).toEqual(edited);
    await expect(several.call(double, alice, { value: 13 }, { realmId: 3 })).rejects.toMatchObject({
      code: "BAD_EVENT_QUEUE_ID",
      details: { queue_id: "13" },
    });
    expect(new Set(requests)).toEqual(new Set(["/internal/double"]));
  });

  test("a pool never repeats what may have been carried out, unless it only reads", async ({
    expect,
  }) => {
    const { one, pool, realmId, two } = await startTwo();
    const change = pool.request(editThing, alice, { thing_id: 5 }, { realmId });
    await one.arrived.take();
    one.rpc.close();
    await expect(change).rejects.toMatchObject(unavailable);
    expect(two.arrived.size).toBe(0);
    await untilPicked(pool, realmId, one);
    const read = pool.request(getThing, alice, { thing_id: 5 }, { realmId });
    await one.arrived.take();
    one.rpc.close();
    (await two.arrived.take()).answer(text(thing));
    expect(await read).toEqual({ thing_id: 5 });
  });

  test("a pool goes to the next process when one has stopped, and loses nothing that it had begun", async ({
    expect,
  }) => {
    const { one, pool, realmId, two } = await startTwo();
    const before = pool.request(editThing, alice, { thing_id: 5 }, { realmId });
    const { answer } = await one.arrived.take();
    const closed = one.close();
    void answerAll(one);
    const answers: unknown[] = [];
    const ask = () => pool.request(editThing, alice, { thing_id: 5 }, { realmId });
    await untilLinked(two, async () => answers.push(await ask().catch((error: unknown) => error)));
    for (const given of answers) expect(given).toEqual({ thing_id: 5 });
    answer(text(thing));
    expect(await before).toEqual({ thing_id: 5 });
    await closed;
  });

  test("an internal operation that only reads is asked of the next process when the first is lost", async ({
    expect,
  }) => {
    const { one, pool, realmId, two } = await startTwo();
    const asked = pool.call(getChannelsVersion, alice, { realmId }, { realmId });
    await one.arrived.take();
    one.rpc.close();
    (await two.arrived.take()).answer(text('{"version":7}'));
    expect(await asked).toEqual({ version: 7 });
  });

  test("a process that was lost is asked last until it is reached again", async ({ expect }) => {
    const { one, pool, realmId, two } = await startTwo();
    void answerAll(two);
    const change = () => pool.request(editThing, alice, { thing_id: 5 }, { realmId });
    one.rpc.close();
    await one.close();
    await untilPicked(pool, realmId, two);
    expect(await change()).toEqual({ thing_id: 5 });
    const again = use(await startRpcService({ port: one.port }));
    void answerAll(again);
    await untilPicked(pool, realmId, again);
    expect(await change()).toEqual({ thing_id: 5 });
    expect(again.overHttp).toBe(0);
  });

  test("a process that stops is left at once, and still serves who has not heard of it", async ({
    expect,
  }) => {
    const { one, pool, realmId, two } = await startTwo({ drainMs: 500 });
    void answerAll(two);
    const closed = one.close();
    await untilPicked(pool, realmId, two);
    const change = pool.request(editThing, alice, { thing_id: 5 }, { realmId });
    expect(await change).toEqual({ thing_id: 5 });
    expect(one.arrived.size).toBe(0);
    expect((await fetch(`${one.origin}/readyz`)).status).toBe(503);
    expect(await (await fetch(`${one.origin}/late`)).json()).toEqual({ overHttp: true });
    await closed;
  });

  test("a pool asks over HTTP what waited for its turn when the link broke", async ({ expect }) => {
    const service = use(await startRpcService());
    const pool = open(service.origin, { connections: 1 });
    const change = () => pool.request(editThing, alice, { thing_id: 5 }, { realmId: 3 });
    await untilLinked(service, change);
    const asked = service.overHttp;
    const sent = change();
    const waiting = change();
    await service.arrived.take();
    service.rpc.close();
    await expect(sent).rejects.toMatchObject(unavailable);
    await expect(waiting).rejects.toThrow("expected number");
    expect(service.overHttp).toBe(asked + 1);
  });
});

describe("a client's request that goes over a link", () => {
  async function start() {
    const service = use(await startRpcService());
    const gateway = await startGateway(service.origin);
    await untilLinked(service, async () => (await fetch(`${gateway.url}/warm`)).text());
    gateway.outcomes.length = 0;
    return { ...gateway, service };
  }

  test("a client's request over a link arrives as it was sent, but for what only our processes may say", async ({
    expect,
  }) => {
    const { outcomes, service, url } = await start();
    const headers = {
      authorization: "Basic xyz",
      "x-identity": "forged",
      "x-request-id": "forged",
    };
    const fetched = fetch(`${url}/api/v1/a%2Fb?c=d%20e`, {
      method: "PATCH",
      body: new URLSearchParams({ f: "ü" }),
      headers: { ...headers, "user-agent": "tests/1" },
    });
    const { answer, incoming } = await service.arrived.take();
    expect([incoming.method, incoming.target]).toEqual(["PATCH", "/api/v1/a%2Fb?c=d%20e"]);
    expect((await incoming.body(100)).toString()).toBe("f=%C3%BC");
    expect(incoming.header("user-agent")).toBe("tests/1");
    for (const name of Object.keys(headers)) expect(incoming.header(name)).not.toBe("forged");
    expect(incoming.header("authorization")).toBeUndefined();
    expect(incoming.identity()).toEqual(alice);
    answer(text("ä€", 418));
    const response = await fetched;
    expect([response.status, await response.text()]).toEqual([418, "ä€"]);
    expect(response.headers.get("x-own")).toBe("1");
    expect(response.headers.get("x-ratelimit-limit")).toBe("200");
    expect(response.headers.get("content-length")).toBe("5");
    expect(outcomes).toEqual([418]);
  });

  test("a client's request over a link is answered whole at whatever pace the client reads", async ({
    expect,
  }) => {
    const { service, url } = await start();
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(url, resolve).on("error", reject).end();
    const body = Buffer.alloc(8_000_000, "abc");
    (await service.arrived.take()).answer({ status: 200, headers: [], body: [body] });
    const response = (await promise).pause();
    const quick = fetch(`${url}/quick`);
    (await service.arrived.take()).answer(text("quick"));
    expect(await (await quick).text()).toBe("quick");
    expect((await buffer(response)).equals(body)).toBe(true);
  });

  test("a client's request over a link is ended at the service when the client goes away", async ({
    expect,
  }) => {
    const { service, url } = await start();
    const controller = new AbortController();
    const response = fetch(url, { signal: controller.signal });
    const { signal } = (await service.arrived.take()).incoming;
    controller.abort();
    await expect(response).rejects.toThrow("aborted");
    if (!signal.aborted) await once(signal, "abort");
  });

  test("a client's request over a link ends with 503 or a cut connection when the service goes away", async ({
    expect,
  }) => {
    const { outcomes, service, url } = await start();
    const unanswered = fetch(url, { method: "POST" });
    await service.arrived.take();
    service.rpc.close();
    expect((await unanswered).status).toBe(503);
    await untilLinked(service, async () => (await fetch(`${url}/warm`)).text());
    outcomes.length = 0;
    const begun = fetch(url);
    (await service.arrived.take()).answer(text("x".repeat(20_000_000)));
    const response = await begun;
    service.rpc.close();
    await expect(response.text()).rejects.toThrow("terminated");
    expect(outcomes).toEqual([200]);
  });

  test("a client's request goes over HTTP and not over a link when it is a HEAD or its body is long", async ({
    expect,
  }) => {
    const { service, url } = await start();
    const before = service.overHttp;
    await fetch(url, { method: "HEAD" });
    await (await fetch(url, { method: "POST", body: Buffer.alloc(70_000) })).text();
    expect([service.overHttp - before, service.arrived.size]).toEqual([2, 0]);
  });
});

test("an upgrade to anything else is answered like any request", async ({ expect }) => {
  const fixture = use(await startFixture());
  const answerTo = async (path: string, upgrade: string) => {
    const asked = request(`${fixture.url}${path}`, { headers: { connection: "upgrade", upgrade } });
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return response.resume().statusCode;
  };
  expect(await answerTo("/", upgradeProtocol)).toBe(404);
  expect(await answerTo(upgradePath, "websocket")).toBe(404);
});
