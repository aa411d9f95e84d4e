import { newQueueId } from "@team-chat/link";
import * as fc from "fast-check";
import { describe, test } from "vitest";

import { parsePoll } from "./poll-parameters.ts";
import { PollTemplate } from "./poll-template.ts";

const queueId = newQueueId({ partition: 3, slot: 200 });
const head = "Host: a.example.com\r\nAuthorization: Basic YTpi\r\n\r\n";

function bytesOf(query: string): Buffer {
  return Buffer.from(`GET /api/v1/events?${query} HTTP/1.1\r\n${head}`);
}

function templateOf(query: string): PollTemplate | null {
  return PollTemplate.of(bytesOf(query), query);
}

describe("the next poll", () => {
  test("is read as the long way reads it, wherever its last event id stands", ({ expect }) => {
    const forms = [
      (id: string) => `queue_id=${queueId}&last_event_id=${id}`,
      (id: string) => `last_event_id=${id}&queue_id=%22${queueId}%22&dont_block=true`,
      (id: string) => `queue_id=${queueId}&last_event_id=${id}&client=x&b=last_event_id&a=1`,
    ];
    const ids = fc.integer({ min: -1, max: 999_999_999_999_999 }).map(String);
    fc.assert(
      fc.property(fc.constantFrom(...forms), ids, ids, (form, before, after) => {
        const read = templateOf(form(before))?.read(bytesOf(form(after)));
        expect(read).toEqual(parsePoll(form(after)));
      }),
    );
  });

  test("is not read from bytes that differ in anything but these digits", ({ expect }) => {
    const known = `queue_id=${queueId}&last_event_id=17`;
    const bytes = bytesOf(known);
    const digits = new Set([0, 1].map((place) => bytes.indexOf("=17") + 1 + place));
    const template = templateOf(known);
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.nat(255),
        fc.constantFrom("change", "cut", "add"),
        (at, byte, how) => {
          fc.pre(!digits.has(at) && bytes[at] !== byte);
          const other =
            how === "change"
              ? Buffer.from(bytes)
              : Buffer.from(how === "cut" ? bytes.subarray(0, at) : Buffer.concat([bytes, bytes]));
          if (how === "change") other[at] = byte;
          expect(template?.read(other)).toBeNull();
        },
      ),
    );
    for (const id of ["", "-", "1-", "+1", "1234567890123456", "1&last_event_id=2"])
      expect(template?.read(bytesOf(known.replace("17", id)))).toBeNull();
  });

  test("is not known from requests whose digits may mean something else", ({ expect }) => {
    for (const query of [
      `queue_id=${queueId}`,
      `queue_id=${queueId}&last_event_id=null`,
      `queue_id=${queueId}&last_event_id=1&last_event_id=2`,
      `queue_id=${queueId}&last_event_id=1&l%61st_event_id=2`,
      `queue_id=${queueId}&my_last_event_id=1`,
    ])
      expect(templateOf(query)).toBeNull();
    const query = `queue_id=${queueId}&last_event_id=1`;
    const twice = Buffer.concat([bytesOf(query), bytesOf(query)]);
    expect(PollTemplate.of(twice, query)).toBeNull();
    expect(PollTemplate.of(bytesOf(query).subarray(0, -1), query)).toBeNull();
  });
});
