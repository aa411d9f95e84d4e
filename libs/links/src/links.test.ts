import fc from "fast-check";
import { describe, test } from "vitest";

import { channelPart, linkPart } from "./links.ts";

describe("an address of a conversation (docs/behaviour/markdown.md#links-to-channels)", () => {
  test("text in an address is percent-encoded with dots for percent signs, and a channel's name has dashes", ({
    expect,
  }) => {
    expect(linkPart("v1.0 (beta)? 100%!")).toBe("v1.2E0.20.28beta.29.3F.20100.25.21");
    expect(channelPart(9, "R&D v1.0")).toBe("9-R.26D-v1.2E0");
  });

  test("a text is found again in its address, which has no character that ends it within Markdown", ({
    expect,
  }) => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const part = linkPart(text);
        expect(part).toMatch(/^[\w.~-]*$/);
        expect(decodeURIComponent(part.replaceAll(".", "%"))).toBe(text.toWellFormed());
      }),
    );
  });
});
