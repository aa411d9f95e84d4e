import { test } from "vitest";

import { renderDescription } from "./channel.ts";

test("descriptions are Markdown without previews and names (docs/behaviour/channels.md#descriptions)", ({
  expect,
}) => {
  expect(renderDescription("", 1)).toBe("");
  expect(renderDescription("*All* about https://x.y/a.png", 1)).toBe(
    '<p><em>All</em> about <a href="https://x.y/a.png">https://x.y/a.png</a></p>',
  );
  expect(renderDescription("ask @**Ada** <b>", 1)).toBe(
    "<p>ask @<strong>Ada</strong> &lt;b&gt;</p>",
  );
});
