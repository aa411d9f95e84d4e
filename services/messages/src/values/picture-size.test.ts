import fc from "fast-check";
import { describe, test } from "vitest";

import { gif, jpeg, png } from "../../tests/files/pictures.ts";
import { pictureSizeOf } from "./picture-size.ts";

describe("the size of a picture", () => {
  test.for([
    ["image/png", png(1920, 1080), { width: 1920, height: 1080 }],
    ["image/gif", gif(3, 2), { width: 3, height: 2 }],
    ["image/jpeg", jpeg(40, 30, 1), { width: 40, height: 30 }],
    ["image/jpeg", jpeg(40, 30, 6), { width: 30, height: 40 }],
  ] as const)(
    "the size of a picture of %s is read from its header, after rotation",
    ([type, bytes, size], { expect }) => {
      expect(pictureSizeOf(bytes, type)).toEqual(size);
    },
  );

  test.for([
    ["another type than the name says", png(1, 1), "image/jpeg"],
    ["no picture by its name", png(1, 1), "application/octet-stream"],
    ["no picture", Buffer.from("<svg width='1' height='1'></svg>"), "image/png"],
    ["nothing", Buffer.alloc(0), "image/png"],
    ["no pixels", png(0, 7), "image/png"],
    ["more pixels than anybody shows", png(4_000_000_000, 1), "image/png"],
  ] as const)("the size of %s is unknown", ([, bytes, type], { expect }) => {
    expect(pictureSizeOf(bytes, type)).toBeNull();
  });

  test("the size of a picture is found or not, whatever the bytes are", ({ expect }) => {
    const types = fc.constantFrom(
      "image/png",
      "image/gif",
      "image/jpeg",
      "image/webp",
      "image/avif",
    );
    const starts = fc.constantFrom(
      png(9, 9),
      gif(9, 9),
      jpeg(9, 9, 6),
      Buffer.from("RIFF????WEBPVP8 "),
    );
    const broken = fc
      .tuple(starts, fc.nat(60), fc.uint8Array({ maxLength: 60 }))
      .map(([start, kept, rest]) => Buffer.concat([start.subarray(0, kept), rest]));
    const sized = fc.property(broken, types, (bytes, type) => {
      const { width, height } = pictureSizeOf(bytes, type) ?? { width: 1, height: 1 };
      return width > 0 && height > 0;
    });
    expect(() => fc.assert(sized)).not.toThrow();
  });
});
