import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

import { createServiceClient, serveInProcess } from "@team-chat/rpc";
import { nextLook } from "@team-chat/testkit";
import { test } from "vitest";

import { alice, double, getThing, signer, startFixture } from "./fixture.ts";
import { startGateway, use } from "./gateway.ts";
import { startRpcService, text as answerText } from "./rpc-service.ts";

interface Sent {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** Sends the body without its length. */
  readonly isChunked?: boolean;
}

const content = (length: number) => `to=1&content=${"x".repeat(length)}`;

const requests: readonly Sent[] = [
  { name: "a GET", method: "GET", path: "/api/v1/things/5?title=a" },
  { name: "a HEAD", method: "HEAD", path: "/api/v1/things/5?title=a" },
  { name: "a HEAD of a file", method: "HEAD", path: "/api/v1/pictures/png" },
  { name: "a GET of a file", method: "GET", path: "/api/v1/pictures/png" },
  { name: "a form", method: "POST", path: "/api/v1/echo", body: content(3) },
  { name: "a form above 64 KiB", method: "POST", path: "/api/v1/echo", body: content(300_000) },
  {
    name: "a form in chunks",
    method: "POST",
    path: "/api/v1/echo",
    body: content(3),
    isChunked: true,
  },
  {
    name: "a form that is too long",
    method: "POST",
    path: "/api/v1/echo",
    body: content(2_000_000),
  },
  { name: "a refused parameter", method: "POST", path: "/api/v1/echo", body: "to=1" },
  { name: "an unknown address", method: "GET", path: "/api/v1/nowhere" },
  { name: "a wrong method", method: "DELETE", path: "/api/v1/echo" },
  { name: "a redirect", method: "POST", path: "/api/v1/misbehave", body: "how=redirect" },
  { name: "a mistake of ours", method: "POST", path: "/api/v1/misbehave", body: "how=crash" },
];

async function answerTo(url: string, { body, isChunked = false, method, path }: Sent) {
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    ...(body === undefined || isChunked ? {} : { "content-length": String(body.length) }),
  };
  const sent = request(`${url}${path}`, { method, headers }).on("error", () => undefined);
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { date: _date, connection: _connection, "keep-alive": _keep, ...others } = response.headers;
  return { status: response.statusCode, headers: others, body: await text(response) };
}

test.for(requests)(
  "$name is answered alike by a service of this process and by one behind the network",
  async (sent, { expect }) => {
    const fixture = use(await startFixture());
    if (fixture.app.rpc === undefined) throw new Error("The service takes no connections.");
    const { handlers } = fixture.app.rpc;
    using _server = serveInProcess("things", handlers);
    const apart = await startGateway(fixture.url);
    const together = await startGateway("inproc://things");
    expect(await answerTo(together.url, sent)).toEqual(await answerTo(apart.url, sent));
  },
);

test("a service of this process is called as one behind the network, and is unavailable when it stopped", async ({
  expect,
}) => {
  const fixture = use(await startFixture());
  if (fixture.app.rpc === undefined) throw new Error("The service takes no connections.");
  using server = serveInProcess("things", fixture.app.rpc.handlers);
  const { pool } = await startGateway("inproc://things");
  const options = { realmId: 3 };
  const self = { kind: "service", name: "tests" } as const;
  const doubled = await pool.call(double, self, { value: 4 }, options);
  expect(doubled).toEqual({ value: 8, by: "context for service" });
  await expect(pool.call(double, self, { value: 13 }, options)).rejects.toMatchObject({
    code: "BAD_EVENT_QUEUE_ID",
  });
  expect(await pool.request(getThing, alice, { thing_id: 5 }, options)).toMatchObject({
    thing_id: 5,
  });
  server.stop();
  await expect(pool.call(double, self, { value: 4 }, options)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
  });
});

test("a service that stops finishes what callers of its process wait for, and gives its name back", async ({
  expect,
}) => {
  await using service = await startRpcService({ inProcessName: "slow" });
  const client = createServiceClient("inproc://slow", { name: "messages", signer });
  const call = () =>
    client.call(double, { kind: "service", name: "tests" }, { value: 4 }, { realmId: 3 });
  const called = call();
  const { answer } = await service.arrived.take();
  const closed = service.close().then(() => "closed");
  await expect(call()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await Promise.race([closed, nextLook()])).not.toBe("closed");
  answer(answerText('{"value": 8, "by": "hand"}'));
  expect(await called).toEqual({ value: 8, by: "hand" });
  await closed;
  using again = serveInProcess("slow", service.rpc.handlers);
  expect(again.accepting).toBe(true);
  await client.close();
});

test("a service that stops cuts what callers of its process wait for when it takes too long", async ({
  expect,
}) => {
  await using service = await startRpcService({ inProcessName: "stuck", graceMs: 50 });
  const client = createServiceClient("inproc://stuck", { name: "messages", signer });
  const self = { kind: "service", name: "tests" } as const;
  const called = client.call(double, self, { value: 4 }, { realmId: 3 });
  const failed = expect(called).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await service.arrived.take();
  await service.close();
  await failed;
  await client.close();
});
