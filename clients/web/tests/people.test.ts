import { describe, test } from "vitest";

import { availabilityOf, isAllowed, membersOf } from "../src/state/people.ts";
import { applyToAppearances } from "../src/state/sections/appearances.ts";
import { applyToGroups } from "../src/state/sections/groups.ts";
import type { ServerEvent, State } from "../src/state/state.ts";
import { accountAddress, choicesOf } from "../src/views/people/field-kinds.ts";

const group = (id: number, members: number[], direct_subgroup_ids: number[] = []) =>
  [id, { id, members, direct_subgroup_ids }] as const;
const state = {
  me: 1,
  organization: { isPresenceDisabled: false },
  people: new Map([
    [1, { user_id: 1, is_active: true, is_bot: false }],
    [2, { user_id: 2, is_active: true, is_bot: false }],
    [3, { user_id: 3, is_active: true, is_bot: true }],
    [4, { user_id: 4, is_active: false, is_bot: false }],
  ]),
  presences: new Map([
    [1, { activeAt: 900, idleAt: 950 }],
    [2, { activeAt: 500, idleAt: 950 }],
  ]),
  typing: new Map(),
  statuses: new Map(),
  profileFields: [],
  groups: new Map([group(10, [1]), group(11, [2], [10, 12]), group(12, [], [11])]),
} as unknown as State;

const typing = (op: "start" | "stop", id: number): ServerEvent => ({
  type: "typing",
  op,
  sender: { user_id: id, email: "" },
  message_type: "stream",
  stream_id: 5,
  topic: "Lunch",
});

describe("people in the web client (docs/subsystems/web-client.md#people)", () => {
  test("a member who was added here is in the group once when the event of it comes", ({
    expect,
  }) => {
    const added = { type: "user_group", op: "add_members", group_id: 10, user_ids: [2] } as const;
    const shown = applyToGroups(state, added as unknown as ServerEvent);
    const announced = applyToGroups(shown, added as unknown as ServerEvent);
    expect(announced.groups.get(10)?.members).toEqual([1, 2]);
  });

  test("somebody is there until nothing was heard for 200 seconds; bots and the deactivated never are", ({
    expect,
  }) => {
    expect([1, 2, 3, 4].map((id) => availabilityOf(state, id, 1000))).toEqual([
      "active",
      "idle",
      null,
      null,
    ]);
    expect(availabilityOf(state, 1, 1151)).toBe("offline");
  });

  test("members of groups within a group are members of it, also where groups are in a circle", ({
    expect,
  }) => {
    expect(membersOf(state.groups, 12)).toEqual(new Set([1, 2]));
    expect(isAllowed(state, 11)).toBe(true);
    expect(isAllowed(state, { direct_members: [2], direct_subgroups: [] })).toBe(false);
  });

  test("whoever writes is shown once, and not any more when a message has come; oneself never is", ({
    expect,
  }) => {
    let next = applyToAppearances(state, typing("start", 2));
    next = applyToAppearances(next, typing("start", 2));
    next = applyToAppearances(next, typing("start", 1));
    expect([...next.typing]).toEqual([["c5/lunch", [2]]]);
    const message = { sender_id: 2, type: "stream", stream_id: 5, subject: "lunch" };
    next = applyToAppearances(next, {
      type: "message",
      message,
      flags: [],
    } as unknown as ServerEvent);
    expect(next.typing.size).toBe(0);
  });

  test("choices of a profile field come in their order, and accounts lead to their address", ({
    expect,
  }) => {
    const data = { b: { text: "Second", order: "2" }, a: { text: "First", order: "1" } };
    expect(choicesOf({ field_data: JSON.stringify(data) }).map(([, text]) => text)).toEqual([
      "First",
      "Second",
    ]);
    const account = { url_pattern: "https://example.com/%(username)s" };
    expect(accountAddress({ field_data: JSON.stringify(account) }, "a/b")).toBe(
      "https://example.com/a%2Fb",
    );
  });
});
