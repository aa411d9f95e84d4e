import { test } from "vitest";

import { topicLinks } from "./topic-links.ts";

const linkifiers = [
  { pattern: "#(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" },
  { pattern: "(?P<all>#[0-9]+ now)", url_template: "https://n.example.com/{all}" },
];

test("links in topics stand in order, earlier linkifiers first (docs/behaviour/markdown.md#linkifiers-in-text)", ({
  expect,
}) => {
  expect(topicLinks("see example.com/a, #12 now (https://x.y)", linkifiers)).toEqual([
    { text: "example.com/a", url: "https://example.com/a" },
    { text: "#12", url: "https://t.example.com/12" },
    { text: "https://x.y", url: "https://x.y" },
  ]);
  expect(topicLinks("lunch", linkifiers)).toEqual([]);
});
