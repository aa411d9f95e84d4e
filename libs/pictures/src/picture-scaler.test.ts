import sharp from "sharp";
import { afterAll, describe, test } from "vitest";

import { PictureScaler } from "./picture-scaler.ts";

const scaler = new PictureScaler();
afterAll(() => scaler[Symbol.asyncDispose]());

const still = { width: 84, height: 56, fit: "inside", motion: "still" } as const;
const moving = { ...still, motion: "only" } as const;
const square = { width: 50, height: 50, fit: "cover", motion: "kept" } as const;

function red(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: "red" },
    limitInputPixels: false,
  });
}

/** Returns a picture of so many frames, each 200 by 100 pixels. */
async function animation(format: "gif" | "webp", frames: number): Promise<Buffer> {
  const stills = Array.from({ length: frames }, (_none, index) => {
    const background = { r: index * 40, g: 0, b: 0 };
    return sharp({ create: { width: 200, height: 100, channels: 3, background } })
      .png()
      .toBuffer();
  });
  const joined = sharp(await Promise.all(stills), { join: { animated: true } });
  return joined[format]().toBuffer();
}

async function sizesOf(pictures: readonly (Uint8Array | null)[]) {
  return Promise.all(
    pictures.map(async (bytes) => {
      if (bytes === null) return null;
      const { format, height, pageHeight, pages, width } = await sharp(bytes, {
        pages: -1,
      }).metadata();
      return { format, width, height: pageHeight ?? height, pages: pages ?? 1 };
    }),
  );
}

describe("scaling pictures (docs/behaviour/uploads.md#thumbnails)", () => {
  test.for(["png", "jpeg", "webp", "avif", "gif"] as const)(
    "a picture is made smaller, and another shape of it: %s",
    async (format, { expect }) => {
      const bytes = await red(400, 100)[format]().toBuffer();
      const outcome = await scaler.scale({ bytes, sizes: [moving, still, square] });
      if (outcome.kind !== "scaled") throw new Error(outcome.kind);
      expect(outcome.isAnimated).toBe(false);
      expect(await sizesOf(outcome.pictures)).toEqual([
        null,
        { format: "webp", width: 84, height: 21, pages: 1 },
        { format: "webp", width: 50, height: 50, pages: 1 },
      ]);
    },
  );

  test.for(["gif", "webp"] as const)(
    "a picture that moves goes on moving: %s",
    async (format, { expect }) => {
      const bytes = await animation(format, 3);
      const outcome = await scaler.scale({ bytes, sizes: [moving, still] });
      if (outcome.kind !== "scaled") throw new Error(outcome.kind);
      expect(outcome.isAnimated).toBe(true);
      expect(await sizesOf(outcome.pictures)).toEqual([
        { format: "webp", width: 84, height: 42, pages: 3 },
        { format: "webp", width: 84, height: 42, pages: 1 },
      ]);
    },
  );

  test("a picture is upright as its camera says, and none becomes larger", async ({ expect }) => {
    const bytes = await red(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const outcome = await scaler.scale({ bytes, sizes: [still] });
    if (outcome.kind !== "scaled") throw new Error(outcome.kind);
    expect(await sizesOf(outcome.pictures)).toMatchObject([{ width: 10, height: 20 }]);
  });

  test("what is no picture, is broken off, or has too many pixels is refused", async ({
    expect,
  }) => {
    const whole = await red(400, 100).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const bomb = await red(12_000, 12_000).png().toBuffer();
    for (const bytes of [Buffer.from("text"), whole.subarray(0, 60), svg, bomb])
      expect(await scaler.scale({ bytes, sizes: [still] })).toEqual({ kind: "refused" });
  });

  test("more pictures than a few do not wait, and nothing is scaled once it is over", async ({
    expect,
  }) => {
    const bytes = await red(40, 40).png().toBuffer();
    const many = new PictureScaler();
    const asked = await Promise.allSettled(
      Array.from({ length: 9 }, () => many.scale({ bytes, sizes: [still] })),
    );
    expect(asked.map(({ status }) => status)).toEqual([...Array(8).fill("fulfilled"), "rejected"]);
    await many[Symbol.asyncDispose]();
    await expect(many.scale({ bytes, sizes: [still] })).rejects.toThrow("cannot be scaled");
  });
});
