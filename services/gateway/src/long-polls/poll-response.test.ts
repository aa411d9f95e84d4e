import fc from "fast-check";
import { test } from "vitest";

import { pollResponse } from "./poll-response.ts";

const answers = fc.array(
  fc.record({
    status: fc.constantFrom(200, 400, 503),
    shared: fc.uint8Array({ maxLength: 20 }),
    end: fc.uint8Array({ maxLength: 20 }),
    requestId: fc.uuid(),
    last: fc.boolean(),
    second: fc.integer({ min: 1_790_000_000, max: 1_790_000_002 }),
  }),
);

/** Lines of the head by their lower-case names, the first line by "". */
function linesOf(head: string): ReadonlyMap<string, string> {
  const [first = "", ...rest] = head.split("\r\n");
  const pairs = rest.map((line): [string, string] => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
  });
  return new Map([["", first], ...pairs]);
}

test("each answer has the head that belongs to it, whatever was answered before it", ({
  expect,
}) => {
  fc.assert(
    fc.property(answers, (given) => {
      for (const { end, last, requestId, second, shared, status } of given) {
        const answer = { status, shared: Buffer.from(shared), end: Buffer.from(end) };
        const headers = `X-Request-Id: ${requestId}\r\n`;
        const bytes = pollResponse(answer, { headers, last, atMs: 1000 * second + 999 });
        const bodyAt = bytes.indexOf("\r\n\r\n") + 4;
        expect(bytes.subarray(bodyAt)).toEqual(Buffer.concat([shared, end]));
        const lines = linesOf(bytes.toString("latin1", 0, bodyAt - 4));
        expect(lines.get("")).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
        expect(lines.get("content-length")).toBe(String(shared.length + end.length));
        expect(lines.get("x-request-id")).toBe(requestId);
        expect(lines.get("connection")).toBe(last ? "close" : "keep-alive");
        expect(lines.has("retry-after")).toBe(status === 503);
        expect(Date.parse(lines.get("date") ?? "")).toBe(1000 * second);
      }
    }),
  );
});
