import { describe, test } from "vitest";

import { type Context, emptyContext } from "./context.ts";
import { renderedHere } from "./rendered-here.ts";

const context: Context = {
  ...emptyContext,
  realmUrl: "https://chat.example.com",
  findChannel: (name) => (["dev", "a>b"].includes(name) ? { id: 9, name } : null),
  findTopic: (_channel, topic) => (topic === "new" ? null : 214),
  findEmoji: (name) => (name === "own_one" ? "/user_avatars/2/emoji/images/3.png" : null),
};

function html(content: string, changed: Partial<Context> = {}): string {
  return renderedHere(content, { ...context, ...changed }).html;
}

function emoji(name: string, code: string): string {
  const title = name.replaceAll("_", " ");
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
}

const inDev = '<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-dev/topic';

test("prose is what was written, without code", ({ expect }) => {
  const { prose } = renderedHere(
    "a `b` *c* ``d`e`` f\n\n```\ng\n```\n> h `b`\n\n```spoiler i\nj\n```",
    context,
  );
  expect(prose).toBe("a  *c*  f\nh \ni\nj");
});

describe("links to conversations (docs/behaviour/markdown.md#links-to-channels)", () => {
  test.for([
    ["#**dev>a b.c**", `${inDev}/a.20b.2Ec/with/214">#dev &gt; a b.c</a>`],
    ["#**dev>new**", `${inDev}/new">#dev &gt; new</a>`],
    ["#**dev>**", `${inDev}//with/214">#dev &gt; <em>general chat</em></a>`],
    ["#**dev>(x)!**", `${inDev}/.28x.29.21/with/214">#dev &gt; (x)!</a>`],
    [
      "#**dev>t@5**",
      '<a class="message-link" href="/#narrow/channel/9-dev/topic/t/near/5">#dev &gt; t @ 💬</a>',
    ],
    [
      "#**a>b**",
      '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-a.3Eb">#a&gt;b</a>',
    ],
    ["#**other>t**", "#<strong>other&gt;t</strong>"],
  ] as const)("the link to a conversation %s is rendered", ([content, expected], { expect }) => {
    expect(html(content)).toBe(`<p>${expected}</p>`);
  });
});

describe("emoji (docs/behaviour/markdown.md#emoji-in-text)", () => {
  test.for([
    [":octopus:", emoji("octopus", "1f419")],
    ["a:cat:b", `a${emoji("cat", "1f431")}b`],
    [":no_such_one:", ":no_such_one:"],
    ["🐙", emoji("octopus", "1f419")],
    ["❤️", emoji("heart", "2764")],
    ["#️⃣", emoji("hash", "0023-20e3")],
    ["↔ ™ 1", "↔ ™ 1"],
    ["👍🏽", "👍🏽"],
    [
      ":own_one:",
      '<img alt=":own_one:" class="emoji" src="/user_avatars/2/emoji/images/3.png" title="own one">',
    ],
    [
      ":zulip:",
      '<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">',
    ],
    ["`:cat:` [:cat:](https://x.y)", '<code>:cat:</code> <a href="https://x.y">:cat:</a>'],
    ["**:cat:**", `<strong>${emoji("cat", "1f431")}</strong>`],
    [":)", ":)"],
  ] as const)("emoji are rendered: %s", ([content, expected], { expect }) => {
    expect(html(content)).toBe(`<p>${expected}</p>`);
  });

  test("emoticons are translated for those who want it, where they stand alone", ({ expect }) => {
    expect(html(":) a:) !<3? `:)`", { emoticons: true })).toBe(
      `<p>${emoji("smile", "1f604")} a:) !${emoji("heart", "2764")}? <code>:)</code></p>`,
    );
  });
});

describe("times (docs/behaviour/markdown.md#times)", () => {
  test.for([
    ["2025-01-01T10:00:00Z", "2025-01-01T10:00:00Z"],
    ["2025-01-01 10:00+02:00", "2025-01-01T08:00:00Z"],
    ["2025-01-01T10:00:00.5Z", "2025-01-01T10:00:00.500Z"],
    ["1496701800", "2017-06-05T22:30:00Z"],
    ["Jun 5th 2017, 10:30PM", "2017-06-05T22:30:00Z"],
    ["31 Dec 2017 5:30 am IST", "2017-12-31T00:00:00Z"],
    ["Sunday, December 31, 2017", "2017-12-31T00:00:00Z"],
  ] as const)("times are rendered: %s", ([written, datetime], { expect }) => {
    expect(html(`at <time:${written}>`)).toBe(
      `<p>at <time datetime="${datetime}">${written}</time></p>`,
    );
  });

  test.for(["**x**", "", "2025-02-30", "2025-01-01T25:00", "<b", "13 PM", "Feb"])(
    "times are not made of %s",
    (written, { expect }) => {
      const text = written.replaceAll("<", "&lt;");
      const shown = written === "Feb" ? /<time / : `Invalid time format: ${text}</span>`;
      expect(html(`<time:${written}>`)).toMatch(shown);
    },
  );
});

describe("links without markup (docs/behaviour/markdown.md#links)", () => {
  const link = (text: string, href = text) => `<a href="${href}">${text}</a>`;
  test.for([
    ["(https://x.y/a_(b)_c)", `(${link("https://x.y/a_(b)_c")})`],
    ["https://x.y/a,b, c", `${link("https://x.y/a,b")}, c`],
    ['"is.gd/x"', `"${link("is.gd/x", "http://is.gd/x")}"`],
    ["http://localhost:9991/?a=b.", `${link("http://localhost:9991/?a=b")}.`],
    ["https://x.y?a=b", link("https://x.y?a=b")],
    ["views.py readme.md a.nosuchtld", "views.py readme.md a.nosuchtld"],
    ["javascript:x.com", `javascript:${link("x.com", "http://x.com")}`],
    ["foo://x.com [t](foo://x)", "foo://x.com [t](foo://x)"],
    ["a@b.com/c a@b.com.", `a@b.com/c ${link("a@b.com", "mailto:a@b.com")}.`],
    ["x.com/a::cat::b", link("x.com/a::cat::b", "http://x.com/a::cat::b")],
    ["**https://x.y/z**", `<strong>${link("https://x.y/z")}</strong>`],
    [
      "https://chat.example.com/#narrow/x [t](https://chat.example.com/#narrow/y)",
      `${link("https://chat.example.com/#narrow/x", "#narrow/x")} ${link("t", "#narrow/y")}`,
    ],
    ["https://chat.example.com/other", link("https://chat.example.com/other")],
    ["[*t*](tel:+1) [ ](x.y)", `${link("*t*", "tel:+1")} ${link("http://x.y")}`],
    ['[a [b] c](https://x.y "t")', '<a href="https://x.y" title="t">a [b] c</a>'],
  ] as const)("links without markup are found: %s", ([content, expected], { expect }) => {
    expect(html(content)).toBe(`<p>${expected}</p>`);
  });
});

describe("linkifiers (docs/behaviour/markdown.md#linkifiers-in-text)", () => {
  const linkifiers = [
    { pattern: "#(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" },
    {
      pattern: "(?P<p>[A-Z]{2,})-?#(?P<id>[0-9]+)",
      url_template: "https://o.example.com/{p}/{?id}",
    },
  ];
  const ticket = (id: number) => `<a href="https://t.example.com/${id}">#${id}</a>`;
  test.for([
    ["#1 #2,#3", `${ticket(1)} ${ticket(2)},${ticket(3)}`],
    ["a#1 #2b", "a#1 #2b"],
    ["`#1` [#1](https://x.y)", '<code>#1</code> <a href="https://x.y">#1</a>'],
    ["*#1*", `<em>${ticket(1)}</em>`],
    ["AB#1", '<a href="https://o.example.com/AB/?id=1">AB#1</a>'],
    ["https://x.y/ #1", `<a href="https://x.y/">https://x.y/</a> ${ticket(1)}`],
  ] as const)("linkifiers are applied: %s", ([content, expected], { expect }) => {
    expect(html(content, { linkifiers })).toBe(`<p>${expected}</p>`);
  });
});
