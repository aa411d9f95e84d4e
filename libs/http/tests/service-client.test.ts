import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { AppError } from "@team-chat/errors";
import { createIdentitySigner, identityHeader, type IdentitySigner } from "@team-chat/identity";
import { createServiceClient, upgradeProtocol } from "@team-chat/rpc";
import { continueScope, runInScope } from "@team-chat/telemetry";
import { describe, onTestFinished, test } from "vitest";

import {
  alice,
  bytesOf,
  cut,
  double,
  echo,
  editThing,
  getThing,
  misbehave,
  nobody,
  signer,
  startFixture,
} from "./fixture.ts";
import { refusingUrl, startUpstream } from "./upstream.ts";

const service = { kind: "service", name: "tests" } as const;
const home = { realmId: 3 };

/** Of another installation. */
const otherSigner = createIdentitySigner("ffeeddccbbaa99887766554433221100");

function open(urls: string, limits: { headersTimeoutMs?: number; signer?: IdentitySigner } = {}) {
  const pool = createServiceClient(urls, { name: "messages", signer, ...limits });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() });
}

/** A realm that goes to this origin first. */
function realmOf(pool: ReturnType<typeof open>, origin: string): number {
  const realm = Array.from({ length: 100 }, (_, id) => id).find((id) => pool.pick(id) === origin);
  if (realm === undefined) throw new Error("No realm goes there.");
  return realm;
}

describe("an internal call", () => {
  test("an internal call fails with what the operation throws on purpose", async ({ expect }) => {
    await using fixture = await startFixture();
    await using pool = open(fixture.url);
    const refused = await pool
      .call(double, service, { value: 13 }, home)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: "BAD_EVENT_QUEUE_ID",
      message: "No.",
      details: { queue_id: "13" },
    });
  });

  test("an internal call fails without telling what went wrong when it is a mistake of ours", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    await using pool = open(fixture.url);
    await expect(pool.call(double, service, { value: 14 }, home)).rejects.toThrow(
      "answered double with status 500",
    );
    await expect(
      pool.call(double, service, { value: "x" as unknown as number }, home),
    ).rejects.toThrow("500");
    expect(fixture.logged.map((line) => line["operation"])).toEqual(["double", "double"]);
  });

  test("an internal call answers bytes as they are, beside what is said of them", async ({
    expect,
  }) => {
    await using fixture = await startFixture({ checkOutput: true });
    await using pool = open(fixture.url);
    for (const sizes of [[0], [5], [1, 0, 3], [200_000, 7, 3_000_000]]) {
      const answer = await pool.call(cut, service, { sizes }, home);
      expect(answer.pieces).toBe(sizes.length);
      const sent = Buffer.concat(sizes.map(bytesOf));
      expect(Buffer.concat(answer.bytes).equals(sent), sizes.join()).toBe(true);
    }
    await expect(pool.call(cut, service, { sizes: [] }, home)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Nothing to cut.",
    });
  });

  test("an internal call without an identity that one of our processes just signed is refused, which is no failure", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    const key = "00112233445566778899aabbccddeeff";
    const signed = { method: "POST", target: "/internal/double", to: new URL(fixture.url).host };
    const body = Buffer.from('{"value":1}');
    const old = createIdentitySigner(key, () => Date.now() - 61_000).sign(alice, signed, body);
    const [text = "", signature = ""] = signer.sign(alice, signed, body).split(".");
    const given = [undefined, "", "x", ".", "a.b", `${text}.`, `${text}.${signature}x`];
    for (const identity of [
      ...given,
      `x${text}.${signature}`,
      otherSigner.sign(alice, signed, body),
      old,
    ]) {
      const response = await fetch(`${fixture.url}/internal/double`, {
        method: "POST",
        body,
        headers: identity === undefined ? {} : { [identityHeader]: identity },
      });
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ result: "error", code: "UNAUTHORIZED" }),
      ]);
    }
    expect(new Set(fixture.logged.map(({ level }) => level))).toEqual(new Set(["info"]));
  });

  test("an internal call that is refused is a failure of ours, and not the refusal of a user", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    await using pool = open(fixture.url, { signer: otherSigner });
    const asked = pool.call(double, service, { value: 4 }, home);
    const failure: unknown = await asked.catch((error: unknown) => error);
    expect(failure).toEqual(new Error("The messages service answered double with status 401."));
  });

  test("an internal call answers, and carries the request's ids along", async ({ expect }) => {
    await using upstream = await startUpstream((req, res) => {
      res.end(
        JSON.stringify({
          value: 0,
          by: [req.headers["x-request-id"], req.headers["traceparent"]].join(" "),
        }),
      );
    });
    await using fixture = await startFixture();
    await using pool = open(fixture.url);
    expect(await pool.call(double, service, { value: 4 }, home)).toEqual({
      value: 8,
      by: "context for service",
    });
    await using other = open(upstream.url);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const scope = continueScope("request-1", traceparent);
    const { by } = await runInScope(scope, () => other.call(double, service, { value: 1 }, home));
    expect(by).toBe(`request-1 ${traceparent}`);
  });
});

describe("a public operation called by a service", () => {
  test("a public operation called by a service fails with the error it answers, told apart by its status", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    await using pool = open(fixture.url);
    const failure = (how: "declared" | "undeclared" | "limited" | "crash") =>
      pool.request(misbehave, nobody, { how }, home).catch((error: unknown) => error);
    expect(await failure("declared")).toMatchObject({
      code: "BAD_EVENT_QUEUE_ID",
      details: { queue_id: "7" },
    });
    expect(await failure("undeclared")).toMatchObject({
      code: "RESOURCE_NOT_FOUND",
      message: "Not here.",
    });
    expect(await failure("limited")).toMatchObject({
      code: "RATE_LIMIT_HIT",
      details: { "retry-after": 2 },
    });
    expect(await failure("crash")).not.toBeInstanceOf(AppError);
  });

  test("a public operation called by a service gets its parameters in path, query or form as a client would send them", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    await using pool = open(fixture.url);
    const params = {
      content: "a & b",
      to: [7, 8],
      flag: true,
      members: [{ name: "x" }],
      folder: null,
    } as const;
    const echoed = await pool.request(
      echo,
      alice,
      { ...params, to: [7, 8], members: [{ name: "x" }] },
      home,
    );
    expect(echoed["input"]).toEqual({ ...params, kind: "stream" });
    expect(await pool.request(editThing, alice, { thing_id: 5, title: "t" }, home)).toEqual({
      thing_id: 5,
      title: "t",
    });
    expect(await pool.request(getThing, alice, { thing_id: 5, title: "q?" }, home)).toEqual({
      thing_id: 5,
      title: "q?",
    });
  });
});

describe("a service that does not answer", () => {
  const unavailable = { code: "SERVICE_UNAVAILABLE", details: { "retry-after": 1 } };

  test("a service is unavailable when it refuses connections, or its name has no address", async ({
    expect,
  }) => {
    await using gone = open(refusingUrl());
    await expect(gone.call(double, service, { value: 1 }, home)).rejects.toMatchObject(unavailable);
    await using unknown = open("dns+http://unknown.invalid:1");
    await expect(unknown.call(double, service, { value: 1 }, home)).rejects.toMatchObject(
      unavailable,
    );
  });

  test("a service is unavailable when it takes too long", async ({ expect }) => {
    await using silent = await startUpstream(() => undefined);
    await using pool = open(silent.url);
    const call = pool.call(double, service, { value: 1 }, { ...home, timeoutMs: 50 });
    await expect(call).rejects.toMatchObject(unavailable);
  });

  test("a service that may have begun the work is not asked again, nor is another", async ({
    expect,
  }) => {
    let asked = 0;
    const cutOff = () =>
      startUpstream((req) => {
        asked += 1;
        req.socket.destroy();
      });
    await using one = await cutOff();
    await using two = await cutOff();
    await using pool = open(`${one.url},${two.url}`);
    await expect(pool.call(double, service, { value: 1 }, home)).rejects.toMatchObject(unavailable);
    expect(asked).toBe(1);
    await expect(pool.request(getThing, alice, { thing_id: 1 }, home)).rejects.toMatchObject(
      unavailable,
    );
    expect(asked).toBe(3);
  });

  test("a service that cannot have got a request is replaced by the realm's next process", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    const gone = refusingUrl();
    await using pool = open(`${gone}, ${fixture.url}`);
    const realmId = realmOf(pool, gone);
    expect(await pool.call(double, service, { value: 2 }, { realmId })).toMatchObject({ value: 4 });
    expect(await pool.request(echo, alice, { content: "hi" }, { realmId })).toHaveProperty("input");
  });

  test("a service answers as long as one of its processes is there, and the others are tried once", async ({
    expect,
  }) => {
    await using fixture = await startFixture();
    const gone = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].map((host) =>
      refusingUrl().replace("127.0.0.1", host),
    );
    await using pool = open([...gone, fixture.url].join());
    const calls = Array.from({ length: 40 }, (_, realmId) =>
      pool.call(double, service, { value: 2 }, { realmId }),
    );
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ value: 4 });
    const first = Array.from({ length: 40 }, (_, realmId) => pool.pick(realmId));
    expect(new Set(first)).toEqual(new Set([fixture.url]));
  });
});

test("a name stands for every address behind it", async ({ expect }) => {
  await using fixture = await startFixture();
  await using pool = open(`dns+http://localhost:${fixture.running.port}`);
  expect(await pool.call(double, service, { value: 2 }, home)).toMatchObject({ value: 4 });
  expect(pool.pick(3)).toBe(fixture.url);
});

test("the only process of a service is connected to before it is asked for something", async ({
  expect,
}) => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await using _pool = open(`http://127.0.0.1:${port}`);
  const [{ headers }, socket] = (await once(server, "upgrade")) as [IncomingMessage, Socket];
  expect(headers.upgrade).toBe(upgradeProtocol);
  socket.destroy();
});
