import * as fc from "fast-check";
import { test } from "vitest";

import { RepeatTemplate } from "./repeat-template.ts";

const before = "POST /api/v1/messages HTTP/1.1\r\nHost: a.example.com\r\nContent-Length: ";
const after = "\r\nAuthorization: Basic YTpi\r\nX-Length: content-length: 1\r\n\r\n";
const maxBodyBytes = 500;

function headOf(digits: string): string {
  return before + digits + after;
}

function templateOf(head: string): RepeatTemplate {
  const template = RepeatTemplate.of(head);
  if (template === null) throw new Error("No template.");
  return template;
}

test("a request with the same head is known whatever its body is, as far as it is there, and what comes behind it is left", ({
  expect,
}) => {
  const template = templateOf(headOf("17"));
  const bodies = fc.uint8Array({ minLength: 1, maxLength: maxBodyBytes });
  fc.assert(
    fc.property(bodies, fc.uint8Array({ maxLength: 40 }), fc.nat(), (body, rest, cut) => {
      const head = Buffer.from(headOf(String(body.length)), "latin1");
      const whole = Buffer.concat([head, body]);
      const behind = rest.length === 0 ? undefined : Buffer.from(rest);
      expect(template.read(Buffer.concat([whole, rest]), maxBodyBytes)).toEqual({
        body: Buffer.from(body),
        rest: behind,
      });
      const part = whole.subarray(0, cut % whole.length);
      expect(template.read(part, maxBodyBytes)).toBe(part.length < head.length ? null : "partly");
    }),
  );
});

test("bytes that differ in anything but the digits of the length are not known", ({ expect }) => {
  const text = `${headOf("17")}${"x".repeat(17)}`;
  const template = templateOf(headOf("5"));
  const headLength = headOf("17").length;
  fc.assert(
    fc.property(fc.nat(headLength - 1), fc.nat(255), (at, byte) => {
      fc.pre(at < before.length || at >= before.length + 2);
      fc.pre(text.charCodeAt(at) !== byte);
      const changed = text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
      expect(template.read(Buffer.from(changed, "latin1"), maxBodyBytes)).toBeNull();
    }),
  );
  for (const digits of ["", "0", "-1", "+1", "1 7", "0x1", "1,1", "501", "100000", "1e2", "١"])
    expect(template.read(Buffer.from(`${headOf(digits)}xxxxx`), maxBodyBytes)).toBeNull();
});

test("the length is found however its line is written, and nothing is told by a head without exactly one", ({
  expect,
}) => {
  for (const line of ["content-length:4", "CONTENT-LENGTH: \t4", "Content-Length: 4  "]) {
    const head = `POST / HTTP/1.1\r\nA: b\r\n${line}\r\nC: d\r\n\r\n`;
    const next = Buffer.from(`${head.replace("4", "2")}hi`);
    expect(templateOf(head).read(next, maxBodyBytes)).toEqual({
      body: Buffer.from("hi"),
      rest: undefined,
    });
  }
  for (const head of [
    "POST / HTTP/1.1\r\nA: b\r\n\r\n",
    "POST / HTTP/1.1\r\nA: content-length: 4\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 4\r\ncontent-length: 4\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: four\r\n\r\n",
    headOf("5").slice(0, -1),
    headOf("5") + headOf("5"),
    `${headOf("5")}x`,
    `POST / HTTP/1.1\r\nA: ${"b".repeat(5000)}\r\nContent-Length: 4\r\n\r\n`,
  ])
    expect(RepeatTemplate.of(head)).toBeNull();
});
