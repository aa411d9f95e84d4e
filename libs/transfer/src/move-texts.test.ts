import type { IdKind } from "@team-chat/contract";
import { describe, test } from "vitest";

import { moveHtml, moveNarrow, moveText } from "./move-texts.ts";

const shifts: Partial<Record<IdKind, number>> = {
  people: 100,
  channels: 1000,
  groups: 500,
  messages: 10_000,
  emoji: 30,
};

const move = {
  from: { realmId: 2, url: "https://old.example.com" },
  to: { realmId: 7, url: "https://new.example.org" },
  // Nothing above 99 is of the archive.
  find: (kind: IdKind, id: number) => (id > 99 ? null : id + (shifts[kind] ?? 0)),
  emojiSecret: (id: number) => `secret${id}`,
};

describe("texts of an organization that is taken in (docs/export.md#what-becomes-of-ids)", () => {
  test.for<readonly [before: string, after: string]>([
    ["@**Ann|4** and @_**Ben (x)|5**", "@**Ann|104** and @_**Ben (x)|105**"],
    ["#**general>lunch@9** #**general>lunch**", "#**general>lunch@10009** #**general>lunch**"],
    [
      "[said](https://old.example.com/#narrow/channel/3-general/topic/a.2Eb/near/8):",
      "[said](https://new.example.org/#narrow/channel/1003-general/topic/a.2Eb/near/10008):",
    ],
    ["[x](#narrow/dm/4,5-group/near/8)", "[x](#narrow/dm/104,105-group/near/10008)"],
    ["[x](/user_uploads/2/ab/cd/f.png)", "[x](/user_uploads/7/ab/cd/f.png)"],
    [
      "https://old.example.com/user_uploads/2/ab/cd/f.png",
      "https://new.example.org/user_uploads/7/ab/cd/f.png",
    ],
  ])(
    "a link or mention in a text names the same thing by its new id: %s",
    ([before, after], { expect }) => {
      expect(moveText(before, move)).toBe(after);
    },
  );

  test.for([
    "https://elsewhere.example.com/#narrow/channel/3-general/near/8",
    "https://elsewhere.example.com/user_uploads/2/ab/cd/f.png",
    "https://elsewhere.example.com/chat/#narrow/channel/3-general/near/8",
    "https://old.example.com.evil.org/#narrow/channel/3-general/near/8",
    "https://elsewhere.example.com/x/user_uploads/2/ab/cd/f.png",
    "/user_uploads/3/ab/cd/f.png",
    "@**Ann|100** #**general>lunch@500**",
    "4 of 5 people, v2.3 | 4",
    "#narrow/is/starred",
  ])("what leads elsewhere, or to what is not there, stays as it is: %s", (text, { expect }) => {
    expect(moveText(text, move)).toBe(text);
  });

  test("a rendered message names the same things, in attributes only where tags have them", ({
    expect,
  }) => {
    const html = [
      '<span class="user-mention" data-user-id="4">@Ann</span>',
      '<span class="user-mention" data-user-id="*">@all</span>',
      '<span class="user-group-mention" data-user-group-id="6">@builders</span>',
      '<a class="stream" data-stream-id="3" href="/#narrow/channel/3-general">#general</a>',
      '<img alt=":party:" class="emoji" src="/api/v1/realm/emoji_images/1-Ab9-image" title="party">',
      '<img src="/user_uploads/thumbnail/2/ab/cd/f.png/840x560.webp">',
      '<p> data-user-id="4"</p>',
    ];
    expect(moveHtml(html.join(""), move)).toBe(
      [
        '<span class="user-mention" data-user-id="104">@Ann</span>',
        '<span class="user-mention" data-user-id="*">@all</span>',
        '<span class="user-group-mention" data-user-group-id="506">@builders</span>',
        '<a class="stream" data-stream-id="1003" href="/#narrow/channel/1003-general">#general</a>',
        '<img alt=":party:" class="emoji" src="/api/v1/realm/emoji_images/31-secret31-image" title="party">',
        '<img src="/user_uploads/thumbnail/7/ab/cd/f.png/840x560.webp">',
        '<p> data-user-id="4"</p>',
      ].join(""),
    );
  });

  test("an address behind # is moved operator by operator, negated ones included", ({ expect }) => {
    expect(moveNarrow("narrow/-channel/3-general/sender/4-ann/id/8", move)).toBe(
      "narrow/-channel/1003-general/sender/104-ann/id/10008",
    );
    expect(moveNarrow("inbox", move)).toBe("inbox");
    expect(moveNarrow("narrow/topic/3/search/4", move)).toBe("narrow/topic/3/search/4");
  });
});
