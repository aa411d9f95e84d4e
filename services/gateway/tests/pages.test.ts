import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { operations } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, test } from "vitest";

import { call, callText, open } from "./client.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;

beforeAll(async () => {
  gateway = await world().gateway({ MODE: "development" });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

test("the OpenAPI document has every operation of the contract", async ({ expect }) => {
  const { body, headers } = await call(gateway.url, { path: "/openapi.json" });
  expect(headers["content-type"]).toBe("application/json");
  const paths = body["paths"] as Record<string, Record<string, { operationId: string }>>;
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test("the emoji names are where registering says, for whoever asks (docs/behaviour/organization.md#emoji-names)", async ({
  expect,
}) => {
  const { body, headers, status } = await call(gateway.url, {
    path: "//static/emoji/emoji_api.json",
  });
  expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
  expect(body["code_to_names"]).toMatchObject({ "1f419": ["octopus"], "2764": ["heart"] });
});

test.for([
  ["gzip", "gzip", gunzipSync],
  ["gzip, br", "br", brotliDecompressSync],
] as const)(
  "a document is sent compressed to a client that accepts %s",
  async ([accepted, encoding, decompress], { expect }) => {
    const headers = { "Accept-Encoding": accepted };
    const response = await open(gateway.url, { path: "//docs", headers });
    expect(response.headers["content-encoding"]).toBe(encoding);
    expect(response.headers["vary"]).toBe("Accept-Encoding");
    expect(decompress(await buffer(response)).toString()).toMatch(/^<!doctype html>/);
  },
);

test("a document is not sent again to a client that has a current copy", async ({ expect }) => {
  const first = await callText(gateway.url, { path: "//docs" });
  const etag = first.headers.etag ?? "";
  expect(first.headers["cache-control"]).toBe("no-cache");
  const headers = { "If-None-Match": etag };
  const again = await callText(gateway.url, { path: "//docs", headers });
  expect([etag.length > 0, again.status, again.body]).toEqual([true, 304, ""]);
});

test("a document is answered to HEAD without its body", async ({ expect }) => {
  const { body, headers, status } = await callText(gateway.url, { method: "HEAD", path: "//docs" });
  const { body: whole } = await callText(gateway.url, { path: "//docs" });
  expect([status, body]).toEqual([200, ""]);
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(whole)));
});

test("a document tells which methods it has", async ({ expect }) => {
  const asked = { method: "OPTIONS", path: "//docs" };
  const { body, headers, status } = await callText(gateway.url, asked);
  expect([status, headers["allow"], body]).toEqual([204, "GET", ""]);
});

test("a document has one address only", async ({ expect }) => {
  for (const path of ["//docs/", "//DOCS", "//docs/nothing", "//docs/%", "//%"]) {
    const { body, headers, status } = await call(gateway.url, { path });
    expect([path, status, body["code"]]).toEqual([path, 404, "NOT_FOUND"]);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "content-security-policy": "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
  }
});

test("the root leads to the API page, and documents can only be read", async ({ expect }) => {
  const { headers, status } = await callText(gateway.url, { path: "//" });
  expect([status, headers["location"]]).toEqual([302, "/docs"]);
  const refused = await call(gateway.url, { method: "POST", path: "//docs" });
  expect([refused.status, refused.body["code"], refused.headers["allow"]]).toEqual([
    405,
    "METHOD_NOT_ALLOWED",
    "GET",
  ]);
});

test("the gateway is alive at once, and ready from when users and an events process have answered", async ({
  expect,
}) => {
  expect((await call(gateway.url, { path: "//livez" })).status).toBe(200);
  expect(await call(gateway.url, { path: "//readyz" })).toMatchObject({
    status: 503,
    body: { problem: "No events process was found yet." },
  });
  await using events = await world().events();
  await world().found(gateway, events);
  expect((await call(gateway.url, { path: "//readyz" })).status).toBe(200);
  await world().users.stop();
  expect((await call(gateway.url, { path: "//readyz" })).status).toBe(200);
  await world().users.start();
});

test("no page may be shown within another, or be taken for something else", async ({ expect }) => {
  const emoji = "/static/emoji/emoji_api.json";
  const calls = ["/calls/bigbluebutton/join", "/calls/zoom/register", "/calls/webex/complete"];
  const loading = "/static/images/loading/loader-black.svg";
  const others = ["/docs", "/api/v1/openapi.json", emoji, loading];
  for (const path of [...others, ...calls]) {
    const { headers } = await callText(gateway.url, { path: `/${path}` });
    expect(headers["content-security-policy"], path).toMatch(
      /^default-src 'none';.*; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers, path).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  }
});

test.for([
  ["/calls/bigbluebutton/join", ["/fetch_api_key", "/calls/bigbluebutton/join"]],
  ["/calls/zoom/register", ["/fetch_api_key", "/register"]],
  ["/calls/zoom/complete", ["/complete"]],
  ["/calls/webex/register", ["/fetch_api_key", "/register"]],
  ["/calls/webex/complete", ["/complete"]],
] as const)(
  "the page %s may run its script and nothing else",
  async ([page, called], { expect }) => {
    const { body, headers, status } = await callText(gateway.url, { path: `/${page}` });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const script = /<script type="module">([^]*)<\/script>/.exec(body)?.[1] ?? "";
    const hash = createHash("sha256").update(script).digest("base64");
    expect(headers["content-security-policy"]).toContain(`script-src 'sha256-${hash}'`);
    for (const path of called) expect(script).toContain(path);
  },
);
