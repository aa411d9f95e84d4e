import { describe, test } from "vitest";

import { plainText } from "./plain-text.ts";

describe("what a notification says (docs/behaviour/notifications.md#what-a-notification-says)", () => {
  test("HTML becomes one line of what can be read", ({ expect }) => {
    const html =
      '<p>Hello <span class="user-mention">@Ada</span>,<br>\n<strong>look</strong>:</p><ul>\n<li>a &lt; b</li>\n<li>c</li>\n</ul>';
    expect(plainText(html, 100)).toBe("Hello @Ada, look: a < b c");
  });

  test("what is hidden in a spoiler stays hidden", ({ expect }) => {
    const html =
      '<div class="spoiler-block"><div class="spoiler-header"><p>The end</p></div><div class="spoiler-content" aria-hidden="true"><p>He did it.</p></div></div>';
    expect(plainText(html, 100)).toBe("The end");
  });

  test("a formula is said once", ({ expect }) => {
    const html =
      '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation>x</annotation></semantics></math></span><span aria-hidden="true">x</span></span></p>';
    expect(plainText(html, 100)).toBe("x");
  });

  test("a long text is cut between characters", ({ expect }) => {
    expect(plainText("<p>👩👩👩👩</p>", 3)).toBe("👩👩…");
  });
});
