import fc from "fast-check";
import { describe, test } from "vitest";

import { animatedPng, gif, png } from "../../tests/pictures.ts";
import { checkedPicture } from "./pictures.ts";

const jpeg = Buffer.from("ffd8ffe000104a464946", "hex");
const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1");

describe("a picture", () => {
  test("is known by its bytes", ({ expect }) => {
    for (const [bytes, contentType] of [
      [png, "image/png"],
      [gif(1), "image/gif"],
      [jpeg, "image/jpeg"],
      [webp, "image/webp"],
    ] as const)
      expect(checkedPicture(bytes)).toEqual({ picture: { contentType, bytes }, still: null });
  });

  test("is refused when it is something else, moves as WebP, or is cut", ({ expect }) => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("<svg onload='x'/>"),
      Buffer.from("RIFF\0\0\0\0WEBPVP8XANIM", "latin1"),
    ])
      expect(() => checkedPicture(bytes)).toThrow("Invalid image format");
    for (const bytes of [gif(0), gif(1).subarray(0, 25), png.subarray(0, 50)])
      expect(() => checkedPicture(bytes)).toThrow("Could not decode image");
  });

  test("that moves has a still one", ({ expect }) => {
    expect(checkedPicture(gif(3)).still?.bytes).toEqual(gif(1));
    expect(checkedPicture(animatedPng()).still?.bytes).toEqual(png);
  });

  test("never makes the check hang or fail otherwise, whatever it is", ({ expect }) => {
    const start = fc.constantFrom(gif(2).subarray(0, 13), png.subarray(0, 8), Buffer.alloc(0));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        try {
          checkedPicture(Buffer.concat([head, rest]));
        } catch (error) {
          expect(error).toMatchObject({ code: "BAD_REQUEST" });
        }
      }),
    );
  });
});
