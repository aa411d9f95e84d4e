import { request } from "node:http";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, describe, test } from "vitest";

import { alice, type Fixture, nobody, signer, startFixture } from "./fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.running.close());

const neverCache = "max-age=0, no-cache, no-store, must-revalidate, private";

function misbehaving(how: string, from: Fixture = fixture) {
  return from.send("/api/v1/misbehave", { method: "POST", body: new URLSearchParams({ how }) });
}

describe("a caller is refused", () => {
  test("a caller is refused without an identity signed by one of our processes", async ({
    expect,
  }) => {
    const { status, body } = await fixture.send("/api/v1/things/5", {}, null);
    expect({ status, code: body["code"] }).toEqual({ status: 401, code: "UNAUTHORIZED" });
  });

  test("a caller is refused without credentials where a user is needed", async ({ expect }) => {
    const { response, status, body } = await fixture.send(
      "/api/v1/things/5",
      { method: "DELETE" },
      nobody,
    );
    expect(status).toBe(401);
    expect(body).toEqual({
      result: "error",
      msg: "Not logged in: API authentication or user session required",
      code: "UNAUTHORIZED",
    });
    expect(response.headers.get("www-authenticate")).toBe('Basic realm="zulip"');
  });

  test("a caller is refused as a service that stands for no user", async ({ expect }) => {
    const { status } = await fixture.send(
      "/api/v1/things/5",
      {},
      { kind: "service", name: "webhooks" },
    );
    expect(status).toBe(401);
  });

  test("a caller is refused as a bot where only humans may call", async ({ expect }) => {
    const { status, body } = await fixture.send(
      "/api/v1/views/inbox",
      {},
      { ...alice, isBot: true },
    );
    expect({ status, msg: body["msg"] }).toEqual({
      status: 400,
      msg: "This endpoint does not accept bot requests.",
    });
  });

  test("a caller without credentials is let in where they are optional", async ({ expect }) => {
    expect((await fixture.send("/api/v1/things/5", {}, nobody)).status).toBe(200);
  });
});

describe("an address", () => {
  test.for([
    "/",
    "/api/v1",
    "/api/v1/nothing",
    "/api/v1/things",
    "/api/v1/things/",
    "/api/v1/echo/",
    "/internal/nothing",
  ])("an address is unknown that no operation has: %s", async (target, { expect }) => {
    const { response, status, body } = await fixture.send(target);
    expect({ status, code: body["code"], result: body["result"] }).toEqual({
      status: 404,
      code: "NOT_FOUND",
      result: "error",
    });
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test("an address is unknown when a number is needed and something else is given", async ({
    expect,
  }) => {
    expect((await fixture.send("/api/v1/things/12a", { method: "DELETE" })).status).toBe(405);
    expect((await fixture.send("/api/v1/things/-1")).status).toBe(405);
    expect((await fixture.send("/api/v1/things/99999999999999999999")).status).toBe(404);
  });

  test("an address tells which methods it has when it does not have the one asked for", async ({
    expect,
  }) => {
    const { response, status, body } = await fixture.send("/api/v1/things/5", { method: "PUT" });
    const allowed_methods = ["DELETE", "GET", "PATCH"];
    expect(status).toBe(405);
    expect(body).toEqual({
      result: "error",
      msg: "Method Not Allowed",
      code: "METHOD_NOT_ALLOWED",
      allowed_methods,
    });
    expect(response.headers.get("allow")).toBe("DELETE, GET, PATCH");
  });

  test("an address answers OPTIONS with its methods and HEAD like GET without a body", async ({
    expect,
  }) => {
    const options = await fixture.send("/api/v1/things/5", { method: "OPTIONS" }, null);
    expect([options.status, options.response.headers.get("allow"), options.raw]).toEqual([
      204,
      "DELETE, GET, PATCH",
      "",
    ]);
    const head = await fixture.send("/api/v1/things/5", { method: "HEAD" });
    expect([head.status, head.raw]).toEqual([200, ""]);
  });

  test("an address prefers a number to any text, and takes the rest of the path decoded once", async ({
    expect,
  }) => {
    expect((await fixture.send("/api/v1/things/5", { method: "PATCH" })).body).toMatchObject({
      thing_id: 5,
    });
    const mail = await fixture.send("/api/v1/things/a%40b.c", { method: "PATCH" });
    expect(mail.body).toMatchObject({ email: "a@b.c" });
    const view = await fixture.send("/api/v1/views/narrow/is/starred%252F%2Fx%20y?z=1");
    expect(view.body).toMatchObject({
      fragment: "narrow/is/starred%2F/x y",
      ignored_parameters_unsupported: ["z"],
    });
    expect((await fixture.send("/api/v1/views/50%")).body).toMatchObject({ fragment: "50%" });
  });
});

describe("an answer", () => {
  test("an answer is the envelope as JSON with a newline, never cached", async ({ expect }) => {
    const { response, raw } = await fixture.send("/api/v1/things/5");
    expect(raw).toBe('{"result":"success","msg":"","thing_id":5}\n');
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe(neverCache);
    expect(response.headers.get("x-powered-by")).toBeNull();
  });

  test.for([
    ["/api/v1/things/5", 200],
    ["/api/v1/nothing", 404],
    ["/api/v1/echo", 405],
    ["/internal/double", 404],
    ["/livez", 200],
  ] as const)("an answer is taken for nothing but JSON: %s", async ([target, code], { expect }) => {
    const { response, status } = await fixture.send(target);
    expect(status).toBe(code);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("an answer to a refusal carries code and fields", async ({ expect }) => {
    const { response, status, raw } = await misbehaving("declared");
    expect(status).toBe(400);
    expect(raw).toBe(
      '{"result":"error","msg":"Bad event queue ID: 7","code":"BAD_EVENT_QUEUE_ID","queue_id":"7"}\n',
    );
    expect(response.headers.get("cache-control")).toBe(neverCache);
  });

  test("an answer uses the code that clients know for our more exact one", async ({ expect }) => {
    const { status, body } = await misbehaving("undeclared");
    expect({ status, code: body["code"] }).toEqual({ status: 404, code: "BAD_REQUEST" });
  });

  test.for([
    ["limited", 429, "2"],
    ["unavailable", 503, "1"],
  ] as const)(
    "an answer to a %s request says when to try again",
    async ([how, code, seconds], { expect }) => {
      const { response, status, body } = await misbehaving(how);
      expect([status, response.headers.get("retry-after"), body["retry-after"]]).toEqual([
        code,
        seconds,
        Number(seconds),
      ]);
    },
  );

  test("an answer to a mistake of ours tells nothing, and the log everything once", async ({
    expect,
  }) => {
    const headers = { "x-request-id": "request-7" };
    const body = new URLSearchParams({ how: "crash" });
    const { status, raw } = await fixture.send("/api/v1/misbehave", {
      method: "POST",
      body,
      headers,
    });
    expect([status, raw]).toEqual([
      500,
      '{"result":"error","msg":"Internal server error","code":"INTERNAL_ERROR"}\n',
    ]);
    const lines = fixture.logged.filter((line) => line["requestId"] === "request-7");
    expect(lines).toMatchObject([
      { operation: "misbehave", err: { message: "a mistake with a secret" } },
    ]);
  });

  test.for([
    ["undeclared", "RESOURCE_NOT_FOUND"],
    ["extra", "/secret"],
    ["wrong", "expected number"],
    ["file", "200 of type text/plain"],
    ["redirect", "misbehave answered 302"],
    ["lines", "200 of type application/x-ndjson"],
  ] as const)(
    "an answer against the contract fails where tests can see it: %s",
    async ([how, named], { expect }) => {
      await using strict = await startFixture({ checkOutput: true });
      const { status, body } = await misbehaving(how, strict);
      expect(status).toBe(500);
      expect(body["breach"]).toContain(named);
    },
  );
});

describe("a file", () => {
  test.for([
    ["gif", "200 of type image/gif"],
    ["unnamed", "200 without the header Content-Disposition"],
  ] as const)(
    "a file that the contract does not describe fails where tests can see it: %s",
    async ([type, named], { expect }) => {
      await using strict = await startFixture({ checkOutput: true });
      const { body, status } = await strict.send(`/api/v1/pictures/${type}`);
      expect(status).toBe(500);
      expect(body["breach"]).toContain(named);
    },
  );

  test.for([
    [undefined, 200],
    ["bytes=0-1", 206],
    ["bytes=9-", 416],
  ] as const)(
    "a file that the contract describes is answered, of the range %s too",
    async ([range, status], { expect }) => {
      await using strict = await startFixture({ checkOutput: true });
      const headers = new Headers(range === undefined ? {} : { range });
      const answer = await strict.send("/api/v1/pictures/png", { headers });
      expect(answer.status).toBe(status);
    },
  );
});

describe("a body", () => {
  test("a body that is larger than allowed is refused, announced or not", async ({ expect }) => {
    await using small = await startFixture({ maxFormBytes: 100 });
    const body = `content=${"x".repeat(200)}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const announced = await small.send("/api/v1/echo", { method: "POST", body, headers });
    expect([announced.status, announced.body["code"]]).toEqual([413, "BAD_REQUEST"]);
    expect(await chunked(small.url, body)).toBe(413);
  });

  test("a body with more fields than any form has is refused", async ({ expect }) => {
    const body = new URLSearchParams(
      Array.from({ length: 1001 }, (_, index): [string, string] => [`f${index}`, ""]),
    );
    expect((await fixture.send("/api/v1/echo", { method: "POST", body })).status).toBe(400);
  });
});

async function chunked(url: string, body: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const signed = { method: "POST", target: "/api/v1/echo", to: new URL(url).host };
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-identity": signer.sign(alice, signed, Buffer.from(body)),
  };
  const req = request(`${url}/api/v1/echo`, { method: "POST", headers }, (res) => {
    buffer(res).then(() => resolve(res.statusCode), reject);
  });
  req.on("error", reject);
  req.write(body);
  req.end();
  return promise;
}
