import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";

import { afterAll, beforeAll, describe, test } from "vitest";

import { callText, open } from "./client.ts";
import { type Gateway, World } from "./world.ts";

let world: World;
let gateway: Gateway;
const folder = mkdtempSync(path.join(tmpdir(), "web-client-"));
const script = "export const built = true;\n".repeat(100);
const loggedIn = { Cookie: `session=${"a".repeat(32)}` };

beforeAll(async () => {
  mkdirSync(path.join(folder, "app"));
  writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>Built</title>");
  writeFileSync(path.join(folder, "service-worker.js"), script);
  writeFileSync(path.join(folder, "app/main-hash.js"), script);
  writeFileSync(path.join(folder, "app/main-hash.js.br"), brotliCompressSync(script));
  world = await World.create();
  gateway = await world.gateway({ MODE: "development", WEB_CLIENT_FOLDER: folder });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe("the web client's files (docs/subsystems/web-client.md#security)", () => {
  test("a browser without a session is led to the page to log in", async ({ expect }) => {
    const { headers, status } = await callText(gateway.url, { path: "//" });
    expect([status, headers.location, headers["cache-control"]]).toEqual([
      302,
      "/login",
      "no-cache",
    ]);
  });

  test("a browser with a session gets the page, which may load the client's own files alone", async ({
    expect,
  }) => {
    const { body, headers, status } = await callText(gateway.url, {
      path: "//",
      host: "acme.example.com",
      headers: loggedIn,
    });
    expect([status, body]).toEqual([200, "<!doctype html><title>Built</title>"]);
    const policy = headers["content-security-policy"];
    expect(policy).toMatch(/^default-src 'none'; script-src http:\/\/acme\.example\.com\/app\/;/);
    expect(policy).toMatch(
      /require-trusted-types-for 'script'; trusted-types message-html service-worker$/,
    );
    expect(policy).toContain("worker-src http://acme.example.com/service-worker.js;");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test("a session that lacks its fingerprint, or has another's, gets it with the page", async ({
    expect,
  }) => {
    const given = async (Cookie: string) =>
      (await callText(gateway.url, { path: "//", headers: { Cookie } })).headers["set-cookie"];
    const [lacking, ...more] = (await given(loggedIn.Cookie)) ?? [];
    expect(lacking).toMatch(/^session-fingerprint=[\w-]{22}; Max-Age=\d+; Path=\/; SameSite=Lax$/);
    expect(more).toEqual([]);
    const others = `${loggedIn.Cookie}; session-fingerprint=${"x".repeat(22)}`;
    expect(await given(others)).toEqual([lacking]);
    expect(await given(`${loggedIn.Cookie}; ${String(lacking?.split(";")[0])}`)).toBeUndefined();
    expect(await given("session-fingerprint=x")).toBeUndefined();
  });

  test("the script of the service worker is asked for anew each time, and may load from its origin alone", async ({
    expect,
  }) => {
    const { body, headers } = await callText(gateway.url, { path: "//service-worker.js" });
    expect(body).toBe(script);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-security-policy": "default-src 'none'; connect-src 'self'",
      "cache-control": "no-cache",
    });
  });

  test("a built file is sent as it was compressed, to be kept for ever", async ({ expect }) => {
    const asked = { path: "//app/main-hash.js", headers: { "Accept-Encoding": "gzip, br" } };
    const response = await open(gateway.url, asked);
    expect(response.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/javascript; charset=UTF-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(brotliDecompressSync(await buffer(response)).toString()).toBe(script);
    expect((await callText(gateway.url, { path: "//app/none.js" })).status).toBe(404);
    const outside = await callText(gateway.url, { path: "//app/..%2findex.html" });
    expect(outside.status).not.toBe(200);
  });
});
