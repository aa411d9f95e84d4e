import { describe, test } from "vitest";

import { type Context, emptyContext } from "./context.ts";
import { renderedHere } from "./rendered-here.ts";

const users = [
  { id: 31, fullName: "Ada Lovelace", isActive: true },
  { id: 32, fullName: "Ada Lovelace", isActive: true },
  { id: 33, fullName: "Gone <b>", isActive: false },
];
const names: Context = {
  ...emptyContext,
  realmUrl: "https://chat.example.com",
  findUser: (name, id) =>
    users.find(
      (user) =>
        (id === null || user.id === id) &&
        (user.fullName.toLowerCase() === name.toLowerCase() || (id !== null && name === "")),
    ) ?? null,
  findGroup: (name) =>
    name === "writers" ? { id: 17, displayName: "writers", deactivated: false } : null,
  findChannel: (name) => (name === "R&D v1.0" ? { id: 9, name } : null),
};

function html(content: string): string {
  return renderedHere(content, names).html;
}

// Also docs/behaviour/markdown.md#emphasis, docs/behaviour/markdown.md#links
// and docs/behaviour/markdown.md#mentions.
describe("rendering (docs/behaviour/markdown.md#principles)", () => {
  const span = (classes: string, id: string, text: string) =>
    `<span class="${classes}" data-user-id="${id}">${text}</span>`;
  test.for([
    ["newlines break lines", "a\nb", "<p>a<br>\nb</p>"],
    ["blank lines end paragraphs", "a\n\nb", "<p>a</p>\n<p>b</p>"],
    ["bold", "**b**", "<p><strong>b</strong></p>"],
    ["italic", "*i*", "<p><em>i</em></p>"],
    ["both", "***bi***", "<p><strong><em>bi</em></strong></p>"],
    ["struck", "~~s~~", "<p><del>s</del></p>"],
    ["italic within bold", "**a *b***", "<p><strong>a <em>b</em></strong></p>"],
    ["stars with space around them stay", "2 * 3 * 4", "<p>2 * 3 * 4</p>"],
    ["emphasis ends with its line", "*a\nb*", "<p>*a<br>\nb*</p>"],
    ["underscores mean nothing", "_a_ __b__", "<p>_a_ __b__</p>"],
    ["headings need a space", "# h\n#x", "<h1>h</h1>\n<p>#x</p>"],
    ["underlined headings do not exist", "h\n===", "<p>h<br>\n===</p>"],
    ["rules", "---", "<hr>"],
    ["lists follow text directly", "a\n- b\n- c", "<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>"],
    ["lists count from any number", "3. a", '<ol start="3">\n<li>a</li>\n</ol>'],
    ["quotes", "> q", "<blockquote>\n<p>q</p>\n</blockquote>"],
    ["fenced quotes", "```quote\nq\n```\nz", "<blockquote>\n<p>q</p>\n</blockquote>\n<p>z</p>"],
    ["code keeps its spaces", "` a *b* `", "<p><code> a *b* </code></p>"],
    ["unclosed code stays", "`a", "<p>`a</p>"],
    [
      "code blocks name the language",
      "```py\nx  \n```",
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="n">x</span>\n</code></pre></div>',
    ],
    [
      "unclosed fences run to the end",
      "~~~\nx",
      '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>',
    ],
    [
      "HTML is text, but for character references",
      "<b>&amp;</b>",
      "<p>&lt;b&gt;&amp;&lt;/b&gt;</p>",
    ],
    ["links", "[t](https://x.y)", '<p><a href="https://x.y">t</a></p>'],
    [
      "empty links show their target",
      "[](https://x.y)",
      '<p><a href="https://x.y">https://x.y</a></p>',
    ],
    ["other schemes stay text", "[t](javascript:alert)", "<p>[t](javascript:alert)</p>"],
    ["images are links", "![t](https://x.y)", '<p>!<a href="https://x.y">t</a></p>'],
    [
      "bare URLs",
      "at https://x.y/a*b*c.",
      '<p>at <a href="https://x.y/a*b*c">https://x.y/a*b*c</a>.</p>',
    ],
    ["bare hosts", "example.com/p", '<p><a href="http://example.com/p">example.com/p</a></p>'],
    ["addresses", "a@b.co", '<p><a href="mailto:a@b.co">a@b.co</a></p>'],
    ["mentions", "@**ada lovelace**", `<p>${span("user-mention", "31", "@Ada Lovelace")}</p>`],
    ["mentions by id", "@**|32**", `<p>${span("user-mention", "32", "@Ada Lovelace")}</p>`],
    ["name and id must agree", "@**Bob|32**", "<p>@<strong>Bob|32</strong></p>"],
    [
      "silent mentions",
      "@_**Ada Lovelace**",
      `<p>${span("user-mention silent", "31", "Ada Lovelace")}</p>`,
    ],
    [
      "deactivated users",
      "@**Gone <b>**",
      `<p>${span("user-mention silent", "33", "Gone &lt;b&gt;")}</p>`,
    ],
    [
      "wildcards",
      "@**all**",
      `<p>${span("user-mention channel-wildcard-mention", "*", "@all")}</p>`,
    ],
    ["topic wildcards", "@**topic**", '<p><span class="topic-mention">@topic</span></p>'],
    [
      "groups",
      "(@*writers*)",
      '<p>(<span class="user-group-mention" data-user-group-id="17">@writers</span>)</p>',
    ],
    ["words do not end in mentions", "a@**all**", "<p>a@<strong>all</strong></p>"],
    [
      "channels",
      "#**R&D v1.0**",
      '<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-R.26D-v1.2E0">#R&amp;D v1.0</a></p>',
    ],
    ["channels that cannot be read stay text", "#**secret**", "<p>#<strong>secret</strong></p>"],
    [
      "mentions within bold",
      "**hi @**all** x**",
      `<p><strong>hi ${span("user-mention channel-wildcard-mention", "*", "@all")} x</strong></p>`,
    ],
  ] as const)("rendering follows its rules: %s", ([, content, expected], { expect }) => {
    expect(html(content)).toBe(expected);
  });

  test("mentions within quotes, links and code call nobody (docs/behaviour/markdown.md#mentions)", ({
    expect,
  }) => {
    const content = "> @**all** @**Ada Lovelace**\n\n[@**all**](https://x.y) `@**all**`";
    const { mentions } = renderedHere(content, names);
    expect(mentions).toEqual({
      userIds: new Set(),
      groupIds: new Set(),
      everyone: false,
      topic: false,
    });
  });

  test("people who are mentioned aloud are found", ({ expect }) => {
    const content = "@**Ada Lovelace** @*writers* @**everyone** @**topic** @**Gone <b>**";
    expect(renderedHere(content, names).mentions).toEqual({
      userIds: new Set([31]),
      groupIds: new Set([17]),
      everyone: true,
      topic: true,
    });
  });

  test("links are noticed", ({ expect }) => {
    expect(renderedHere("https://x.y", names).hasLink).toBe(true);
    expect(renderedHere("`https://x.y`", names).hasLink).toBe(false);
  });
});
