import { describe, test } from "vitest";

import { addressOf, routeOf } from "../src/narrow/address.ts";
import type { Narrow, Term } from "../src/state/conversation.ts";
import type { State } from "../src/state/state.ts";

const known = {
  me: 7,
  channels: new Map([[12, { stream_id: 12, name: "Team news", is_archived: false }]]),
  people: new Map([[9, { user_id: 9, full_name: "Ada Admin" }]]),
} as unknown as Pick<State, "me" | "channels" | "people">;

const search = (...terms: readonly Term[]) => ({
  kind: "narrow",
  narrow: { kind: "search", terms },
  near: null,
  holding: null,
});

describe("an address of the web client (docs/subsystems/web-client.md#addresses)", () => {
  test.for<readonly [Narrow, string]>([
    [{ kind: "channel", channelId: 12 }, "#narrow/channel/12-Team-news"],
    [
      { kind: "topic", channelId: 12, topic: "v1.0 (beta)? 100%" },
      "#narrow/channel/12-Team-news/topic/v1.2e0.20.28beta.29.3F.20100.25",
    ],
    [{ kind: "topic", channelId: 12, topic: "" }, "#narrow/channel/12-Team-news/topic/"],
    [{ kind: "direct", userIds: [9] }, "#narrow/dm/9-Ada-Admin"],
    [{ kind: "direct", userIds: [8, 9] }, "#narrow/dm/8,9-group"],
    [
      {
        kind: "search",
        terms: [
          { operator: "channel", operand: 12, negated: true },
          { operator: "dm-including", operand: 9, negated: false },
          { operator: "search", operand: 'say "a/b"', negated: false },
        ],
      },
      "#narrow/-channel/12-Team-news/dm-including/9-Ada-Admin/search/say.20.22a.2Fb.22",
    ],
  ])("the address of %o leads back to it: %s", ([narrow, address], { expect }) => {
    expect(addressOf(narrow, known)).toBe(address);
    expect(routeOf(address, known)).toEqual({ kind: "narrow", narrow, near: null, holding: null });
  });

  test.for<readonly [string, object]>([
    ["", { kind: "home" }],
    ["#inbox", { kind: "inbox" }],
    [
      "#channels/12/Team.20news/subscribers",
      { kind: "page", page: "channels", path: ["12", "Team news", "subscribers"] },
    ],
    ["#settings/profile", { kind: "page", page: "settings", path: ["profile"] }],
    ["#elsewhere", { kind: "unknown" }],
    ["#narrow", { kind: "unknown" }],
    ["#narrow/is/starred", search({ operator: "is", operand: "starred", negated: false })],
    [
      "#narrow/-sender/9-Ada-Admin/search/a.20b/near/5",
      {
        ...search(
          { operator: "sender", operand: 9, negated: true },
          { operator: "search", operand: "a b", negated: false },
        ),
        near: 5,
      },
    ],
    [
      "#search/from/9-Ada/topic/x.2Ey",
      {
        kind: "search",
        terms: [
          { operator: "sender", operand: 9, negated: false },
          { operator: "topic", operand: "x.y", negated: false },
        ],
      },
    ],
    [
      "#narrow/channel/12-Team-news/topic/a/with/8",
      {
        kind: "narrow",
        narrow: { kind: "topic", channelId: 12, topic: "a" },
        near: null,
        holding: 8,
      },
    ],
    [
      "#narrow/stream/12-Team-news/subject/a.20b/near/345",
      {
        kind: "narrow",
        narrow: { kind: "topic", channelId: 12, topic: "a b" },
        near: 345,
        holding: null,
      },
    ],
    [
      "#narrow/channel/Team.20news",
      { kind: "narrow", narrow: { kind: "channel", channelId: 12 }, near: null, holding: null },
    ],
    [
      "#narrow/pm-with/7,9-Ada",
      { kind: "narrow", narrow: { kind: "direct", userIds: [9] }, near: null, holding: null },
    ],
  ])("the place of %s is read as older and newer clients write it", ([hash, place], { expect }) => {
    expect(routeOf(hash, known)).toEqual(place);
  });
});
