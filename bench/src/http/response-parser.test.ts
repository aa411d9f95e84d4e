import { describe, expect, test } from "vitest";

import { ResponseParser } from "./response-parser.ts";

const whole = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

function push(parser: ResponseParser, text: string): string | null {
  return parser.push(Buffer.from(text))?.body.toString() ?? null;
}

describe("ResponseParser", () => {
  test("ResponseParser refuses bytes that are not a response", () => {
    expect(() => push(new ResponseParser(), "SSH-2.0-x\r\n\r\n")).toThrow("neither");
    expect(() => push(new ResponseParser(), "X\r\ncontent-length: 0\r\n\r\n")).toThrow(
      "not an HTTP/1.1 response",
    );
  });

  test("ResponseParser refuses a response whose end cannot be known", () => {
    expect(() => push(new ResponseParser(), "HTTP/1.1 200 OK\r\n\r\n")).toThrow("neither");
  });

  test("ResponseParser refuses bytes beyond the response", () => {
    expect(() => push(new ResponseParser(), `${whole}!`)).toThrow("beyond");
  });

  test("ResponseParser refuses a chunk without a size", () => {
    const text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n";
    expect(() => push(new ResponseParser(), text)).toThrow("without a size");
  });

  test("ResponseParser finds the same response wherever the network cuts it", () => {
    const chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    for (const text of [whole, chunked]) {
      for (let cut = 1; cut < text.length; cut += 1) {
        const parser = new ResponseParser();
        expect(push(parser, text.slice(0, cut))).toBeNull();
        expect(push(parser, text.slice(cut))).toBe("hello");
      }
    }
  });

  test("ResponseParser finds a response that comes byte by byte", () => {
    const parser = new ResponseParser();
    for (const byte of whole.slice(0, -1)) expect(push(parser, byte)).toBeNull();
    expect(push(parser, "o")).toBe("hello");
  });

  test("ResponseParser keeps all bytes of the response, and takes the next one", () => {
    const parser = new ResponseParser();
    expect(parser.push(Buffer.from(whole))).toMatchObject({ status: 200, raw: Buffer.from(whole) });
    expect(push(parser, "HTTP/1.1 429 Slow\r\ncontent-length: 0\r\n\r\n")).toBe("");
  });
});
