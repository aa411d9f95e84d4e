import { describe, test } from "vitest";

import { goesAlong } from "../src/actions/move-messages.ts";
import { quotation } from "../src/actions/quote.ts";
import { mayDelete, mayEdit } from "../src/state/may-change.ts";
import type { LoadedMessage, State } from "../src/state/state.ts";

const me = 7;
const now = 10_000;

function known(organization: object, person: object = {}): State {
  const defaults = { allowsEditing: true, editLimitSeconds: 600, deleteLimitSeconds: 600 };
  return {
    me,
    organization: { ...defaults, ...organization },
    people: new Map([
      [me, { user_id: me, ...person }],
      [9, { user_id: 9, bot_owner_id: me }],
    ]),
  } as unknown as State;
}

function message(of: object): LoadedMessage {
  const plain = { id: 1, sender_id: me, timestamp: now - 10, submessages: [], stream_id: 3 };
  return { ...plain, subject: "lunch", ...of } as unknown as LoadedMessage;
}

describe("what can be done with a message (docs/subsystems/web-client.md#acting-on-messages)", () => {
  test.for<readonly [string, object, object, boolean]>([
    ["one's own", {}, {}, true],
    ["somebody else's", { sender_id: 8 }, {}, false],
    ["an old one", { timestamp: now - 700 }, {}, false],
    ["an old one without limit", { timestamp: 1 }, { editLimitSeconds: null }, true],
    ["a poll", { submessages: [{}] }, {}, false],
    ["one where nobody may", {}, { allowsEditing: false }, false],
  ])("editing is offered for what may be edited: %s", ([, of, rules, isOffered], { expect }) => {
    expect(mayEdit(known(rules), message(of), now)).toBe(isOffered);
  });

  test.for<readonly [string, object, object, boolean]>([
    ["one's own", {}, {}, true],
    ["that of one's bot", { sender_id: 9 }, {}, true],
    ["somebody else's", { sender_id: 8 }, {}, false],
    ["an old one", { timestamp: now - 700 }, {}, false],
    ["an administrator's any", { sender_id: 8, timestamp: 1 }, { is_admin: true }, true],
  ])("deleting is offered for what may be deleted: %s", ([, of, person, isOffered], { expect }) => {
    expect(mayDelete(known({}, person), message(of), now)).toBe(isOffered);
  });

  test("messages of the same topic go along with one that is moved, as far as was chosen", ({
    expect,
  }) => {
    const moved = message({ id: 5 });
    const later = message({ id: 6, subject: "Lunch" });
    const earlier = message({ id: 4 });
    const other = message({ id: 7, subject: "dinner" });
    const along = (reach: "change_one" | "change_later" | "change_all") =>
      [earlier, moved, later, other].filter((one) => goesAlong(moved, one, reach));
    expect(along("change_one")).toEqual([moved]);
    expect(along("change_later")).toEqual([moved, later]);
    expect(along("change_all")).toEqual([earlier, moved, later]);
  });

  test("a quotation is fenced by more marks than it contains", ({ expect }) => {
    const of = { senderId: 9, senderName: "Ada", link: "http://x/#y" };
    expect(quotation({ ...of, content: "Hi" }, "said")).toBe(
      "@_**Ada|9** [said](http://x/#y):\n```quote\nHi\n```\n",
    );
    expect(quotation({ ...of, content: "~~~~\nx\n~~~~" }, "said")).toContain("\n`````quote\n");
  });
});
