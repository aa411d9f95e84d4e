import { newQueueId } from "@team-chat/rpc";
import * as fc from "fast-check";
import { describe, test } from "vitest";

import { parsePoll } from "./poll-parameters.ts";
import { PollTemplate } from "./poll-template.ts";

const queueId = newQueueId({ partition: 3, slot: 200 });
const head = "Host: a.example.com\r\nAuthorization: Basic YTpi\r\n\r\n";

function textOf(query: string): string {
  return `GET /api/v1/events?${query} HTTP/1.1\r\n${head}`;
}

function templateOf(query: string): PollTemplate | null {
  return PollTemplate.of(textOf(query), query);
}

describe("the next poll", () => {
  test("the next poll is read as the long way reads it, wherever its last event id stands", ({
    expect,
  }) => {
    const forms = [
      (id: string) => `queue_id=${queueId}&last_event_id=${id}`,
      (id: string) => `last_event_id=${id}&queue_id=%22${queueId}%22&dont_block=true`,
      (id: string) => `queue_id=${queueId}&last_event_id=${id}&client=x&b=last_event_id&a=1`,
    ];
    const ids = fc.integer({ min: -1, max: 999_999_999_999_999 }).map(String);
    fc.assert(
      fc.property(fc.constantFrom(...forms), ids, ids, (form, before, after) => {
        const read = templateOf(form(before))?.read(textOf(form(after)));
        expect(read).toEqual(parsePoll(form(after)));
      }),
    );
  });

  test("the next poll is not read from bytes that differ in anything but these digits", ({
    expect,
  }) => {
    const known = `queue_id=${queueId}&last_event_id=17`;
    const text = textOf(known);
    const digits = new Set([0, 1].map((place) => text.indexOf("=17") + 1 + place));
    const template = templateOf(known);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.nat(255),
        fc.constantFrom("change", "cut", "add"),
        (at, byte, how) => {
          fc.pre(!digits.has(at) && text.charCodeAt(at) !== byte);
          const changed = text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
          const other = { change: changed, cut: text.slice(0, at), add: text + text }[how];
          expect(template?.read(other)).toBeNull();
        },
      ),
    );
    for (const id of ["", "-", "1-", "+1", "1234567890123456", "1&last_event_id=2"])
      expect(template?.read(textOf(known.replace("17", id)))).toBeNull();
  });

  test("the next poll is not known from requests whose digits may mean something else", ({
    expect,
  }) => {
    for (const query of [
      `queue_id=${queueId}`,
      `queue_id=${queueId}&last_event_id=null`,
      `queue_id=${queueId}&last_event_id=1&last_event_id=2`,
      `queue_id=${queueId}&last_event_id=1&l%61st_event_id=2`,
      `queue_id=${queueId}&my_last_event_id=1`,
      "queue_id=none&last_event_id=1",
    ])
      expect(templateOf(query)).toBeNull();
    const query = `queue_id=${queueId}&last_event_id=1`;
    expect(PollTemplate.of(textOf(query) + textOf(query), query)).toBeNull();
    expect(PollTemplate.of(textOf(query).slice(0, -1), query)).toBeNull();
  });
});
