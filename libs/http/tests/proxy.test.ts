import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";

import { proofBytes } from "@team-chat/identity";
import { describe, test } from "vitest";

import { alice, signer, startFixture } from "./fixture.ts";
import { maxBodyBytes, provenBody, startGateway, use } from "./gateway.ts";
import { refusingUrl, startUpstream } from "./upstream.ts";

describe("a request that cannot be passed on", () => {
  test("a request that cannot be forwarded is answered with 413 when its body is too long, announced or not", async ({
    expect,
  }) => {
    const upstream = use(
      await startUpstream((req, res) => req.on("end", () => res.end()).resume()),
    );
    const { url } = await startGateway(upstream.url);
    const statusOf = async (headers: Record<string, string>) => {
      const posted = request(`${url}/x`, { method: "POST", headers });
      posted.on("error", () => undefined).end(Buffer.alloc(maxBodyBytes + 1));
      const [response] = (await once(posted, "response")) as [IncomingMessage];
      return response.statusCode;
    };
    expect(await statusOf({ "content-length": String(maxBodyBytes + 1) })).toBe(413);
    expect(await statusOf({ "transfer-encoding": "chunked" })).toBe(413);
  });

  test("a request is answered with 503 when no process takes it", async ({ expect }) => {
    const { url } = await startGateway(refusingUrl());
    const response = await fetch(`${url}/api/v1/echo`, {
      method: "POST",
      body: new URLSearchParams({ a: "1" }),
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  test("a request is answered with 503 when the process goes away without an answer", async ({
    expect,
  }) => {
    const upstream = use(await startUpstream((req) => void req.socket.destroy()));
    const { url } = await startGateway(upstream.url);
    const response = await fetch(`${url}/api/v1/echo`, {
      method: "POST",
      body: new URLSearchParams({ a: "1" }),
    });
    expect(response.status).toBe(503);
  });

  test("a request is cut off when the process goes away in the middle of its answer", async ({
    expect,
  }) => {
    const upstream = use(
      await startUpstream((_req, res) => {
        res.writeHead(200, { "content-length": "100" });
        res.write("half", () => res.destroy());
      }),
    );
    const { url, outcomes } = await startGateway(upstream.url);
    const response = await fetch(`${url}/x`);
    await expect(response.text()).rejects.toThrow("terminated");
    expect(outcomes).toEqual([200]);
  });

  test("a request is taken by the next process when the first refuses it, also with a body", async ({
    expect,
  }) => {
    const fixture = use(await startFixture());
    const gone = [refusingUrl(), refusingUrl(), refusingUrl()];
    for (const refusing of gone) {
      const { url } = await startGateway(`${refusing},${fixture.url}`);
      const response = await fetch(`${url}/api/v1/echo`, {
        method: "POST",
        body: new URLSearchParams({ content: "1" }),
      });
      expect(response.status).toBe(200);
    }
  });
});

describe("a request that is passed on", () => {
  test("a forwarded request arrives as it was sent, but for what only our own processes may say", async ({
    expect,
  }) => {
    const upstream = use(
      await startUpstream((req, res) => {
        void buffer(req).then((body) => {
          const { method, url, headers } = req;
          res.end(JSON.stringify({ method, url, headers, body: body.toString() }));
        });
      }),
    );
    const { url } = await startGateway(upstream.url);
    const headers = {
      authorization: "Basic xyz",
      cookie: "a=b",
      "x-identity": "forged",
      "x-request-id": "forged",
      te: "x",
    };
    const response = await fetch(`${url}/api/v1/a%2Fb?c=d%20e`, {
      method: "PATCH",
      body: new URLSearchParams({ f: "g" }),
      headers: { ...headers, "user-agent": "tests/1" },
    });
    const seen = (await response.json()) as {
      method: string;
      url: string;
      body: string;
      headers: Record<string, string>;
    };
    expect(seen).toMatchObject({ method: "PATCH", url: "/api/v1/a%2Fb?c=d%20e", body: "f=g" });
    expect(seen.headers).toMatchObject({ "user-agent": "tests/1", "content-length": "3" });
    for (const name of ["authorization", "cookie", "te", "x-request-id"])
      expect(seen.headers).not.toHaveProperty(name);
    const arrived = { method: seen.method, target: seen.url, address: seen.headers["host"] ?? "" };
    const proven = signer.verify(seen.headers["x-identity"], arrived);
    expect(proven.identity).toEqual(alice);
    expect(proven.body.whole(Buffer.from(seen.body)).toString()).toBe("f=g");
  });

  test("a forwarded request gets the answer with its status and headers, and those the gateway adds", async ({
    expect,
  }) => {
    const upstream = use(
      await startUpstream((_req, res) => {
        res.writeHead(418, {
          "content-type": "application/json",
          "set-cookie": ["a=1", "b=2"],
          "x-own": "1",
        });
        res.end("{}");
      }),
    );
    const { url, outcomes } = await startGateway(upstream.url);
    const response = await fetch(`${url}/x`);
    expect([response.status, await response.text()]).toEqual([418, "{}"]);
    const { headers } = response;
    expect([headers.get("x-own"), headers.get("x-ratelimit-limit")]).toEqual(["1", "200"]);
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(outcomes).toEqual([418]);
  });

  test("a forwarded request keeps HEAD and empty answers without a body", async ({ expect }) => {
    const fixture = use(await startFixture());
    const { url } = await startGateway(fixture.url);
    const head = await fetch(`${url}/api/v1/things/5`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await fetch(`${url}/api/v1/things/5`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "DELETE, GET, PATCH"]);
  });

  test("a forwarded request streams bodies of any size, announced or not", async ({ expect }) => {
    const upstream = use(
      await startUpstream((req, res) => {
        res.writeHead(200, { "x-length": req.headers["content-length"] ?? "none" });
        provenBody(req).pipe(res);
      }),
    );
    const { url } = await startGateway(upstream.url);
    const big = Buffer.alloc(3_000_000, "abc");
    const announced = await fetch(url, { method: "POST", body: big });
    expect(announced.headers.get("x-length")).toBe(String(big.length + proofBytes));
    expect(Buffer.from(await announced.arrayBuffer()).equals(big)).toBe(true);
    const stream = new Blob([big]).stream();
    const chunked = await fetch(url, {
      method: "POST",
      body: stream,
      duplex: "half",
    });
    expect(chunked.headers.get("x-length")).toBe("none");
    expect(Buffer.from(await chunked.arrayBuffer()).equals(big)).toBe(true);
  });

  test("a forwarded request makes the process wait when the client does not read", async ({
    expect,
  }) => {
    const total = 64 * 1024 * 1024;
    let written = 0;
    const upstream = use(
      await startUpstream((_req, res) => {
        const chunk = Buffer.alloc(64 * 1024);
        const push = () => {
          while (written < total) {
            written += chunk.length;
            if (!res.write(chunk)) return;
          }
          res.end();
        };
        res.on("drain", push);
        push();
      }),
    );
    const { url } = await startGateway(upstream.url);
    const response = await getPaused(url);
    await unchanged(() => written);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(total);
    expect((await buffer(response)).length).toBe(total);
  });

  test("a forwarded request is ended when the client goes away", async ({ expect }) => {
    const arrived = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    const upstream = use(
      await startUpstream((_req, res) => {
        res.on("close", () => ended.resolve(undefined));
        arrived.resolve(undefined);
      }),
    );
    const { url } = await startGateway(upstream.url);
    const controller = new AbortController();
    const response = fetch(url, { signal: controller.signal });
    await arrived.promise;
    controller.abort();
    await expect(response).rejects.toThrow("aborted");
    await ended.promise;
  });
});

async function getPaused(url: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, resolve).on("error", reject).end();
  const response = await promise;
  return response.pause();
}

/** Resolves when a number has stayed the same for many turns of the event loop that all three sides share. */
async function unchanged(read: () => number): Promise<void> {
  let last = read();
  for (let turns = 0; turns < 500; turns += 1) {
    await setImmediate();
    if (read() !== last) turns = 0;
    last = read();
  }
}
