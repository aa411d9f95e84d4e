import { describe, test } from "vitest";

import { emptyContext } from "./context.ts";
import { renderedHere } from "./rendered-here.ts";

function html(content: string): string {
  return renderedHere(content, emptyContext).html;
}

function codeBlock(language: string, code: string): string {
  const data = language === "" ? "" : ` data-code-language="${language}"`;
  return `<div class="codehilite"${data}><pre><span></span><code>${code}\n</code></pre></div>`;
}

function spoiler(header: string, content: string): string {
  return `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${content}\n</div></div>`;
}

describe("blocks (docs/behaviour/markdown.md#blocks)", () => {
  test.for([
    [
      "two spaces nest a list, whatever its mark",
      "1. a\n  3. b\n10. c",
      '<ol>\n<li>a<ol start="3">\n<li>b</li>\n</ol>\n</li>\n<li>c</li>\n</ol>',
    ],
    [
      "bullets of all kinds go together",
      "* a\n- b\n+ c",
      "<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>",
    ],
    ["bullets and numbers do not", "- a\n1. b", "<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>"],
    [
      "items with blank lines between them are paragraphs",
      "* a\n\n* b\nc",
      "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b<br>\nc</p>\n</li>\n</ul>",
    ],
    [
      "an item's later paragraphs are indented",
      "* a\n\n  b",
      "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>",
    ],
    ["years do not begin lists below text", "in\n1984. x", "<p>in<br>\n1984. x</p>"],
    [
      "quotes with a blank line between them are two",
      "> a\n\n> b",
      "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>",
    ],
    ["a quote of nothing is text", ">", "<p>&gt;</p>"],
    [
      "empty marks quote the text below them",
      ">\n>\na\nb\n\nc",
      "<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>",
    ],
    [
      "empty marks above other marks are one quote",
      ">\n> a",
      "<blockquote>\n<p>a</p>\n</blockquote>",
    ],
    [
      "fences within quotes have their own end",
      "~~~quote\na\n```\n~~~\n```\nb\n~~~\nc",
      `<blockquote>\n<p>a</p>\n${codeBlock("", "~~~")}\n<p>b</p>\n</blockquote>\n<p>c</p>`,
    ],
    ["four spaces make code", "    1. a\n      b", codeBlock("", "1. a\n  b")],
    ["unknown languages keep their word", "```made-up\nx\n```", codeBlock("made-up", "x")],
    [
      "braces and dots around a language",
      "```{.py2}\nx\n```",
      codeBlock("Python 2.x", '<span class="n">x</span>'),
    ],
    ["code on one line is no block", "```a```", "<p><code>a</code></p>"],
    ["only a fence of the same length ends a block", "```\n````\n```", codeBlock("", "````")],
    [
      "spoilers, with Markdown in both parts",
      "```spoiler *h*\n- c\n```\nz",
      `${spoiler("<p><em>h</em></p>\n", "<ul>\n<li>c</li>\n</ul>")}\n<p>z</p>`,
    ],
    ["spoilers without a header", "```spoiler\nc\n```", spoiler("", "<p>c</p>")],
    [
      "tables, with the alignment as clients read it",
      "a | b\n--- | :-:\n1 | 2",
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center;">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      "tables always have a body",
      "a | b\n--- | ---",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>\n</tbody>\n</table>",
    ],
  ] as const)("blocks are rendered as clients expect: %s", ([, content, expected], { expect }) => {
    expect(html(content)).toBe(expected);
  });
});

describe("code in the short classes of Pygments (docs/behaviour/markdown.md#code)", () => {
  test.for([
    [
      "python",
      'def f(self):\n    return "a" + 0x1f  # c',
      '<span class="k">def</span> <span class="nf">f</span><span class="p">(</span><span class="bp">self</span><span class="p">):</span>\n    <span class="k">return</span> <span class="s2">&quot;a&quot;</span> <span class="o">+</span> <span class="mh">0x1f</span>  <span class="c1"># c</span>',
    ],
    [
      "js",
      "const x = 'a'; // c",
      '<span class="kd">const</span> <span class="n">x</span> <span class="o">=</span> <span class="s1">&#39;a&#39;</span><span class="p">;</span> <span class="c1">// c</span>',
    ],
    ["sql", "select 1", '<span class="k">select</span> <span class="mi">1</span>'],
    ["c", "/* a\nb */", '<span class="cm">/* a</span>\n<span class="cm">b */</span>'],
  ] as const)(
    "code of %s is marked in the short classes of Pygments",
    ([language, content, expected], { expect }) => {
      expect(html(`\`\`\`${language}\n${content}\n\`\`\``)).toContain(`<code>${expected}\n</code>`);
    },
  );

  test("code without a language has the organization's, and `text` has none", ({ expect }) => {
    const context = { ...emptyContext, defaultCodeLanguage: "python" };
    expect(renderedHere("```\nx\n```", context).html).toBe(
      codeBlock("Python", '<span class="n">x</span>'),
    );
    expect(renderedHere("```text\nx\n```", context).html).toBe(codeBlock("Text only", "x"));
  });

  test("code that would grow out of proportion is not marked", ({ expect }) => {
    const code = "a+".repeat(4000);
    expect(html(`\`\`\`py\n${code}\n\`\`\``)).toBe(codeBlock("Python", code));
  });
});

describe("formulas (docs/behaviour/markdown.md#formulas)", () => {
  test("formulas stand in text", ({ expect }) => {
    const { html: rendered } = renderedHere("so $$x^2$$.", emptyContext);
    expect(rendered).toMatch(
      /^<p>so <span class="katex"><span class="katex-mathml"><math xmlns="http:\/\/www\.w3\.org\/1998\/Math\/MathML">.*<annotation encoding="application\/x-tex">x\^2<\/annotation>.*<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut".*<\/span>\.<\/p>$/,
    );
  });

  test("formulas stand alone, with blank lines between them", ({ expect }) => {
    expect(html("```math\na\n\nb\n```")).toMatch(
      /^<p><span class="katex-display"><span class="katex">.*<\/span>\n\n<span class="katex-display"><span class="katex">.*<\/span><\/p>$/,
    );
  });

  test.for([
    ["$$\\no{*a*}$$", '<p><span class="tex-error">$$\\no{*a*}$$</span></p>'],
    ["```math\n\\no\n```", '<p><span class="tex-error">\\no</span></p>'],
    ["$$_$$ $5 and $$$", "<p>$$_$$ $5 and $$$</p>"],
    ["`$$a$$` $$a\nb$$", "<p><code>$$a$$</code> $$a<br>\nb$$</p>"],
  ] as const)("formulas are not made of %j", ([content, expected], { expect }) => {
    expect(html(content)).toBe(expected);
  });
});
