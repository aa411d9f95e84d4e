import fc from "fast-check";
import { describe, test } from "vitest";

import { animatedPng, gif, movingWebp, png, stillWebp } from "../../../tests/pictures.ts";
import { checkedPicture } from "./pictures.ts";

const jpeg = Buffer.from("ffd8ffe000104a464946", "hex");
const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1");

describe("a picture", () => {
  test("a picture is known by its bytes", ({ expect }) => {
    for (const [bytes, contentType] of [
      [png, "image/png"],
      [gif(1), "image/gif"],
      [jpeg, "image/jpeg"],
      [webp, "image/webp"],
    ] as const)
      expect(checkedPicture(bytes)).toEqual({ picture: { contentType, bytes }, still: null });
  });

  test("a picture is refused when it is something else, or is cut", ({ expect }) => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("<svg onload='x'/>")])
      expect(() => checkedPicture(bytes)).toThrow("Invalid image format");
    const cut = [gif(0), gif(1).subarray(0, 25), png.subarray(0, 50)];
    for (const bytes of [...cut, movingWebp(0), movingWebp(1).subarray(0, -1)])
      expect(() => checkedPicture(bytes)).toThrow("Could not decode image");
  });

  test("a picture that moves has a still one", ({ expect }) => {
    expect(checkedPicture(gif(3)).still?.bytes).toEqual(gif(1));
    expect(checkedPicture(animatedPng()).still?.bytes).toEqual(png);
  });

  test("a picture that moves as WebP has its first frame as the still one", ({ expect }) => {
    expect(checkedPicture(stillWebp)).toMatchObject({ still: null });
    const still = checkedPicture(movingWebp(2)).still?.bytes ?? Buffer.alloc(0);
    expect(still.readUInt32LE(4)).toBe(still.length - 8);
    expect(still.toString("latin1", 8, 16)).toBe("WEBPVP8X");
    expect(still.subarray(20, 30)).toEqual(Buffer.from("10000000000000000000", "hex"));
    expect(still.subarray(30)).toEqual(stillWebp.subarray(12));
    expect(checkedPicture(still)).toMatchObject({ still: null });
  });

  test("a picture never makes the check hang or fail otherwise, whatever it is", ({ expect }) => {
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
