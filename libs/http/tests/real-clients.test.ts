import { once } from "node:events";
import { connect } from "node:net";

import { afterAll, beforeAll, describe, test } from "vitest";

import { alice, type Answer, type Fixture, signer, startFixture } from "./fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ checkOutput: true });
});
afterAll(() => fixture.running.close());

/** Sends bytes exactly as given, plus the headers that the gateway adds, and reads until the server closes. */
async function raw(
  head: readonly string[],
  body = "",
  content = body,
): Promise<{ status: number; body: Answer }> {
  const socket = connect(fixture.running.port, "127.0.0.1");
  const [method = "", target = ""] = head[0]?.split(" ") ?? [];
  const signed = { method, target, to: `127.0.0.1:${fixture.running.port}` };
  const lines = [
    ...head,
    "Host: localhost",
    `x-identity: ${signer.sign(alice, signed, Buffer.from(content))}`,
    "Connection: close",
    "",
    body,
  ];
  socket.write(lines.join("\r\n"));
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  const [headers = "", ...rest] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return {
    status: Number(headers.split(" ")[1]),
    body: JSON.parse(rest.join("\r\n\r\n")) as Answer,
  };
}

function length(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

const form = "Content-Type: application/x-www-form-urlencoded";

describe("the python library", () => {
  test("the python library posts a form with sorted fields, plain strings raw and everything else as JSON", async ({
    expect,
  }) => {
    const body =
      "content=Hi+%F0%9F%91%8B%0Athere&dont_block=true&kind=stream&to=general&topic=caf%C3%A9";
    const headers = [
      "User-Agent: ZulipPython/0.9.1 (Linux; 6.1)",
      "Accept-Encoding: gzip, deflate",
      "Accept: */*",
    ];
    const answer = await raw(["POST /api/v1/echo HTTP/1.1", ...headers, length(body), form], body);
    expect(answer.status).toBe(200);
    expect(answer.body.input).toMatchObject({
      content: "Hi \u{1F44B}\nthere",
      to: "general",
      topic: "café",
    });
    expect(answer.body["ignored_parameters_unsupported"]).toEqual(["dont_block"]);
  });

  test("the python library deletes and patches with a form body", async ({ expect }) => {
    const body = "message_id=5&title=x";
    for (const method of ["DELETE", "PATCH"]) {
      const answer = await raw([`${method} /api/v1/things/5 HTTP/1.1`, length(body), form], body);
      expect(answer.body).toMatchObject({
        thing_id: 5,
        title: "x",
        ignored_parameters_unsupported: ["message_id"],
      });
    }
  });
});

describe("the JavaScript library", () => {
  const boundary = "--------------------------402390137212396811532452";
  const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const end = `--${boundary}--\r\n`;

  test("the JavaScript library posts every form as multipart, with the text null where it registers for all events", async ({
    expect,
  }) => {
    const fields = {
      content: "a&b=c\r\n--x ü",
      to: "[1,2]",
      event_types: "null",
      flag: "true",
    };
    const body = `${Object.entries(fields)
      .map(([name, value]) => part(name, value))
      .join("")}${end}`;
    const answer = await raw(["POST /api/v1/echo HTTP/1.1", type, length(body)], body);
    expect(answer.body.input).toEqual({
      content: fields.content,
      to: [1, 2],
      kind: "stream",
      flag: true,
      event_types: null,
    });
  });

  test("the JavaScript library posts a form in chunks of unknown length", async ({ expect }) => {
    const body = `${part("content", "chunked")}${end}`;
    const half = Math.floor(body.length / 2);
    const chunks = [body.slice(0, half), body.slice(half), ""]
      .map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`)
      .join("");
    const answer = await raw(
      ["POST /api/v1/echo HTTP/1.1", type, "Transfer-Encoding: chunked"],
      chunks,
      body,
    );
    expect(answer.body.input).toMatchObject({ content: "chunked" });
  });

  test.for([end, end.trimEnd(), `\r\n${end}`, ""])(
    "the JavaScript library posts a form without fields as %j",
    async (body, { expect }) => {
      const answer = await raw(
        ["POST /api/v1/echo?content=query HTTP/1.1", type, length(body)],
        body,
      );
      expect(answer.body.input).toMatchObject({ content: "query" });
    },
  );

  test.for(["DELETE", "PATCH"])(
    "the JavaScript library puts the parameters of %s in the query",
    async (method, { expect }) => {
      const answer = await raw([
        `${method} /api/v1/things/5?title=a%20b+c HTTP/1.1`,
        "Content-Length: 0",
      ]);
      expect(answer.body).toMatchObject({ thing_id: 5, title: "a b c" });
    },
  );

  test("a client may send a file where none is expected: it is skipped", async ({ expect }) => {
    const disposition =
      'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';
    const body = `--${boundary}\r\n${disposition}\r\n\r\nhello\r\n${part("content", "c")}${end}`;
    const answer = await raw(["POST /api/v1/echo HTTP/1.1", type, length(body)], body);
    expect(answer.body.input).toMatchObject({ content: "c" });
    expect(answer.body).not.toHaveProperty("ignored_parameters_unsupported");
  });

  test.for([
    ["cut short", part("content", "c"), type],
    ["without a boundary", `${part("content", "c")}${end}`, "Content-Type: multipart/form-data"],
  ] as const)(
    "the JavaScript library gets a refusal for a multipart body %s",
    async ([, body, header], { expect }) => {
      const answer = await raw(["POST /api/v1/echo HTTP/1.1", header, length(body)], body);
      expect([answer.status, answer.body["code"]]).toEqual([400, "BAD_REQUEST"]);
    },
  );
});

describe("the mobile app", () => {
  test("the mobile app encodes scalars as JSON, but for free text", async ({ expect }) => {
    const body = new URLSearchParams({
      kind: '"private"',
      topic: '"t"',
      to: "[7]",
      content: '"raw"',
      count: "5",
    }).toString();
    const headers = ["User-Agent: ZulipMobile/30.0.259 (Android 14)", `${form}; charset=utf-8`];
    const answer = await raw(["POST /api/v1/echo HTTP/1.1", ...headers, length(body)], body);
    expect(answer.body.input).toMatchObject({
      kind: "private",
      topic: "t",
      to: [7],
      content: '"raw"',
      count: 5,
    });
  });
});
