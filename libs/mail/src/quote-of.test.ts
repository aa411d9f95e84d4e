import { describe, expect, test } from "vitest";

import { quoteOf } from "./quote-of.ts";

const url = "https://ada.example.com";
const quoted = (html: string) => quoteOf(html, { url, languages: ["en"] });

describe("a message in an e-mail (docs/behaviour/mail.md#missed-messages)", () => {
  test("nothing of a message runs or loads anything in an e-mail", () => {
    const { html } = quoted(
      `<p onclick="x()" style="background:url(https://evil.example)">Hi<script>x()</script><style>p{}</style>
      <img src="https://evil.example/pixel.png" onerror="x()"><iframe src="https://evil.example"></iframe>
      <svg><script>x()</script></svg><a href="javascript:x()">here</a><a href=" java&#10;script:x()">there</a></p>
      <object data="https://evil.example"></object><link rel=stylesheet href="https://evil.example">`,
    );
    expect(html).not.toMatch(
      /script|evil\.example"|on\w+=|url\(|src=|<(?:img|iframe|svg|object|link|style)/,
    );
    expect(html).toContain("Hi");
    expect(html).toMatch(/here.*there/s);
  });

  test("text that looks like HTML stays text in an e-mail", () => {
    expect(quoted("<p>&lt;img src=x&gt; &amp;lt;</p>").html).toContain(
      "&#60;img src=x&#62; &#38;lt;",
    );
    expect(quoted('<p><a href="https://a.example/&quot;><b>">x</a></p>').html).not.toContain("<b>");
  });

  test("links in an e-mail have whole addresses", () => {
    const { html, text } = quoted(
      '<p><a href="/user_uploads/1/a.pdf">a.pdf</a> <a href="#narrow/channel/9">#general</a> <a href="https://b.example/">b</a></p>',
    );
    expect(html).toContain(`href="${url}/user_uploads/1/a.pdf"`);
    expect(html).toContain(`href="${url}/#narrow/channel/9"`);
    expect(text).toBe(
      `a.pdf <${url}/user_uploads/1/a.pdf> #general <${url}/#narrow/channel/9> b <https://b.example/>`,
    );
  });

  test("a picture is a link in an e-mail, an emoji its character or its name", () => {
    const { html, text } = quoted(
      `<div class="message_inline_image"><a href="/user_uploads/1/ab/cat.png" title="My cat"><img src="/user_uploads/thumbnail/1/ab/cat.png/840x560.webp"></a></div>
      <p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span> <img alt=":party:" class="emoji" src="/user_avatars/1/emoji/1.png"></p>`,
    );
    expect(html).toContain(`href="${url}/user_uploads/1/ab/cat.png"`);
    expect(text).toBe(`My cat <${url}/user_uploads/1/ab/cat.png>\n\n🙂 :party:`);
  });

  test("what a linked page says of itself is not in an e-mail", () => {
    const { html, text } = quoted(
      `<p>Look</p>\n<div class="message_embed"><a class="message_embed_image" href="https://a.example/" style="background-image: url(&quot;/external_content/a.webp&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://a.example/" title="T">T</a></div></div></div>`,
    );
    expect(html).not.toContain("a.example");
    expect(text).toBe("Look");
  });

  test("what a spoiler hides is not in an e-mail, and a formula is as it was written", () => {
    const { html, text } = quoted(
      `<div class="spoiler-block"><div class="spoiler-header"><p>The end</p></div><div class="spoiler-content" aria-hidden="true"><p>He did it.</p></div></div>
      <p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></p>`,
    );
    expect(html).not.toContain("He did it");
    expect(text).toBe("The end\n\n(hidden until you open the message)\n\nx^2");
  });

  test("code, quotations, lists and tables keep their form in both forms of an e-mail", () => {
    const { html, text } = quoted(
      `<blockquote><p>old</p></blockquote><ol start="3"><li>three</li></ol>
      <div class="codehilite"><pre><span></span><code><span class="k">let</span> a;\n  b;</code></pre></div>
      <table><thead><tr><th>name</th></tr></thead><tbody><tr><td>Ada</td></tr></tbody></table>`,
    );
    for (const part of ["<blockquote", '<ol start="3"', "<pre", "<td"])
      expect(html).toContain(part);
    expect(text).toContain("> old");
    expect(text).toContain("3. three");
    expect(text).toContain("let a;\n  b;");
    expect(text).toContain("name\nAda");
  });

  test("a long message is cut, with what was open closed", () => {
    const { html, text } = quoted(`<blockquote><p>${"🦀".repeat(20_000)}</p></blockquote>`);
    expect(html.length).toBeLessThan(13_000);
    expect(html).toMatch(/<\/p><\/blockquote><p>…<\/p>$/);
    expect([...text]).toHaveLength(4001);
    expect(text.endsWith("…")).toBe(true);
  });
});
