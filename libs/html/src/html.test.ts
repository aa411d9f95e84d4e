import { expect, test } from "vitest";

import { html, inline, prose } from "./html.ts";

test("values are escaped wherever they stand, HTML is not escaped twice", () => {
  const value = `<b a="1" c='2'>&`;
  const escaped = "&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;";
  expect(html`<i title="${value}">${html`<u>${value}</u>`}</i>`.text).toBe(
    `<i title="${escaped}"><u>${escaped}</u></i>`,
  );
});

test("prose has paragraphs and code", () => {
  expect(inline("say `a<b`").text).toBe("say <code>a&#60;b</code>");
  expect(prose("one\n\ntwo").text).toBe("<p>one</p><p>two</p>");
});
