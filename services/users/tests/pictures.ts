import sharp from "sharp";

/** One dot, as small as pictures get. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

const gifStart = Buffer.from("47494638396101000100800000000000ffffff", "hex");
const gifControl = Buffer.from("21f9040000000000", "hex");
const gifPicture = Buffer.from("2c0000000001000100000202440100", "hex");
const gifEnd = Buffer.from("3b", "hex");

/** A GIF of so many pictures. */
export function gif(count: number): Buffer {
  const pictures = Array.from({ length: count }, () => [gifControl, gifPicture]).flat();
  return Buffer.concat([gifStart, ...pictures, gifEnd]);
}

/** A GIF of two pictures that are wider than high. */
export async function moving(): Promise<Buffer> {
  const frames = ["red", "blue"].map((background) =>
    sharp({ create: { width: 900, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** The picture as a PNG that says that it moves. */
export function animatedPng(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
  };
  const head = png.subarray(0, 33);
  const rest = png.subarray(33);
  return Buffer.concat([
    head,
    chunk("acTL", Buffer.alloc(8)),
    chunk("fcTL", Buffer.alloc(26)),
    rest.subarray(0, -12),
    chunk("fdAT", Buffer.alloc(20)),
    rest.subarray(-12),
  ]);
}

/** One dot as a lossless WebP. */
export const stillWebp = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

/** A WebP of so many pictures, each the dot, with transparency. */
export function movingWebp(count: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const frame = chunk("ANMF", Buffer.concat([Buffer.alloc(16), stillWebp.subarray(12)]));
  const body = Buffer.concat([
    Buffer.from("WEBP", "latin1"),
    chunk("VP8X", Buffer.from("12000000000000000000", "hex")),
    chunk("ANIM", Buffer.alloc(6)),
    ...Array.from({ length: count }, () => frame),
  ]);
  return chunk("RIFF", body);
}
