import { text as readText } from "node:stream/consumers";

import * as fc from "fast-check";
import { describe, test } from "vitest";

import { basic, call } from "./client.ts";
import { RawClient, valueOf } from "./raw-client.ts";
import {
  countParsed,
  formOf,
  given,
  headOf,
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

/** A head without what differs from one answer to the next. */
function shapeOf(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.replace(/^(Date|X-Request-Id|X-RateLimit-\w+|Content-Length): .*/, "$1"),
  );
}

describe("a connection on which a client repeats a request", () => {
  test("is served without node:http from the second request on, with the same answers", async ({
    expect,
  }) => {
    using client = await openClient();
    const first = await client.ask(sendText("0"));
    for (let number = 1; number < 12; number += 1) {
      const content = "é".repeat(number ** 2);
      const { body, lines, status } = await client.ask(sendText(content));
      expect([status, body]).toEqual([
        200,
        { result: "success", msg: "", userId: given().alice.id, content, padding: "" },
      ]);
      expect(shapeOf(lines)).toEqual(shapeOf(first.lines));
      expect(new Date(valueOf(lines, "Date") ?? "").toUTCString()).toBe(valueOf(lines, "Date"));
    }
    expect(countParsed()).toBe(1);
  });

  test("is served so too when its head is written in an unusual way", async ({ expect }) => {
    using client = await openClient();
    for (let number = 0; number < 6; number += 1) {
      const heard = await client.ask(sendText("odd", { more: "x-odd:  spaces  \r\n" }));
      expect(heard.body).toMatchObject({ userId: given().alice.id, content: "odd" });
    }
    expect(countParsed()).toBe(1);
  });

  test("is answered too when the body comes after the head", async ({ expect }) => {
    using client = await openClient();
    const { gateway, realm } = given();
    for (let number = 0; number < 6; number += 1) {
      const body = new URLSearchParams(formOf(`late ${number}`)).toString();
      client.socket.write(headOf(body));
      await call(gateway.url, { path: "/server_settings", host: realm.host });
      expect((await client.ask(body)).body).toMatchObject({ content: `late ${number}` });
    }
  });

  test("is not believed when anything but the length of the body differs", async ({ expect }) => {
    using client = await openClient();
    await settle(client);
    const asBob = await client.ask(sendText("mine", { user: given().bob }));
    expect(asBob.body).toMatchObject({ userId: given().bob.id, content: "mine" });
    const again = await client.ask(sendText("yours"));
    expect(again.body).toMatchObject({ userId: given().alice.id, content: "yours" });
    for (const more of ["Transfer-Encoding: chunked\r\n", "Content-Length: 1\r\n"]) {
      using other = await openClient();
      await settle(other);
      other.socket.write(sendText("smuggled", { more }));
      expect(await readText(other.socket)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect((await client.ask(sendText("x", { more: "Accept: */*\r\n" }))).body).toMatchObject({
      content: "x",
    });
  });

  test("answers in order whatever comes at once, and however its bytes are cut", async ({
    expect,
  }) => {
    const requests = fc.array(
      fc.record({
        kind: fc.constantFrom("alice", "alice", "alice", "bob", "read", "empty", "odd"),
        content: fc.string({ minLength: 1, maxLength: 30 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(requests, cuts, fc.boolean(), async (asked, places, settled) => {
        using client = await openClient();
        if (settled) await settle(client);
        const bytes = asked.map(({ content, kind }) => textOf(kind, content)).join("");
        const at = places.map((place) => Math.round(place * bytes.length));
        const bounds = [0, ...at.toSorted((a, b) => a - b), bytes.length];
        for (const [index, start] of bounds.slice(0, -1).entries()) {
          client.socket.write(bytes.slice(start, bounds[index + 1]), "latin1");
          await new Promise((resolve) => setImmediate(resolve));
        }
        for (const { content, kind } of asked) {
          const heard = await client.hear();
          if (kind === "read" || kind === "empty")
            expect(heard.body).toMatchObject({ result: "error" });
          else {
            const userId = kind === "bob" ? given().bob.id : given().alice.id;
            expect(heard.body).toMatchObject({ userId, content });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is refused as soon as its key is not valid any more, and goes on with a new one", async ({
    expect,
  }) => {
    using client = await openClient();
    await settle(client);
    const old = { ...given().alice };
    given().world.users.change(given().realm, given().alice, (user) => {
      user.key = "k".repeat(32);
    });
    const before = peer.count;
    const { body, lines, status } = await client.ask(sendText("no", { user: old }));
    expect([status, body, peer.count]).toEqual([
      401,
      { result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" },
      before,
    ]);
    expect(lines).toContain('WWW-Authenticate: Basic realm="zulip"');
    expect(lines).toContain("Connection: keep-alive");
    expect(lines).toContain("Keep-Alive: timeout=75");
    expect((await client.ask(sendText("yes"))).body).toMatchObject({ content: "yes" });
  });

  test("is limited like any other", async ({ expect }) => {
    await using limited = await given().world.gateway({
      ...given().environment,
      RATE_LIMIT_USER: "3600:5",
    });
    await overLink(limited);
    const carol = given().world.user(given().realm);
    using client = await RawClient.open(portOf(limited));
    for (const left of ["4", "3", "2", "1", "0"]) {
      const { lines, status } = await client.ask(sendText("x", { user: carol }));
      expect([status, valueOf(lines, "X-RateLimit-Remaining")]).toEqual([200, left]);
    }
    const { body, lines, status } = await client.ask(sendText("x", { user: carol }));
    expect([status, body["code"]]).toEqual([429, "RATE_LIMIT_HIT"]);
    expect(Number(valueOf(lines, "Retry-After"))).toBeGreaterThan(0);
  });

  test("ends with the answer when the client asks for that, and speaks as old a protocol as it does", async ({
    expect,
  }) => {
    for (const written of [{ more: "Connection: close\r\n" }, { version: "1.0" }]) {
      using client = await openClient();
      await settle(client);
      client.socket.write(sendText("last", written));
      const answer = await readText(client.socket);
      expect(answer).toContain("\r\nConnection: close\r\n");
      expect(answer).toContain('"content":"last"');
    }
  });
});

function textOf(kind: string, content: string): string {
  const head = `Host: ${given().realm.host}\r\nAuthorization: ${basic(given().alice.email, given().alice.key)}\r\n`;
  if (kind === "read") return `GET /api/v1/drafts HTTP/1.1\r\n${head}\r\n`;
  if (kind === "empty") return `POST /api/v1/messages HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`;
  if (kind === "bob") return sendText(content, { user: given().bob });
  return sendText(content, kind === "odd" ? { more: "X-Odd:1\r\n" } : {});
}
