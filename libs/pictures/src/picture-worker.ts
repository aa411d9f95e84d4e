// What runs in the process of `picture-scaler.ts`: nothing of the service's, neither keys nor connections.
import sharp from "sharp";

import {
  maxPicturePixels,
  type ScaledSize,
  type ScaleOutcome,
  type ScaleTask,
} from "./scale-task.ts";

/** Processor time of one picture. */
const maxCpuMs = 10_000;
/** A service has so much more memory for it than it needs itself (deploy/k8s). */
const maxRssBytes = 512 * 1024 * 1024;
const watchEveryMs = 50;
/** Balances size against time; WebP's own scales. */
const webp = { quality: 75, effort: 3 } as const;

// Only what people upload as pictures is decoded: everything else that the library reads is a surface for attacks.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Nsgif", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Ends this process when a picture takes more than it may; decoding happens in other threads than this. */
function watch(): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { system, user } = process.cpuUsage(before);
    if ((system + user) / 1000 > maxCpuMs || process.memoryUsage.rss() > maxRssBytes)
      process.exit(1);
  }, watchEveryMs);
}

async function scale({ bytes, sizes }: ScaleTask): Promise<ScaleOutcome> {
  const {
    height,
    pageHeight = height,
    pages = 1,
    width,
  } = await sharp(bytes, {
    pages: -1,
    limitInputPixels: false,
  }).metadata();
  const framePixels = width * pageHeight;
  if (framePixels > maxPicturePixels) return { kind: "refused" };
  // Of what moves for too long only the beginning is kept.
  const frames = Math.min(pages, Math.floor(maxPicturePixels / framePixels));
  const isAnimated = frames > 1;
  const pictures: (Uint8Array | null)[] = [];
  for (const size of sizes)
    pictures.push(
      size.motion === "only" && !isAnimated
        ? null
        : await scaled(bytes, size, size.motion === "still" ? 1 : frames),
    );
  return { kind: "scaled", isAnimated, pictures };
}

async function scaled(
  bytes: Uint8Array,
  { fit, height, width }: ScaledSize,
  frames: number,
): Promise<Uint8Array> {
  const source = sharp(bytes, { pages: frames, limitInputPixels: maxPicturePixels });
  // What moves has no orientation of a camera.
  const upright = frames > 1 ? source : source.autoOrient();
  const resized = upright.resize({ width, height, fit, withoutEnlargement: fit === "inside" });
  return resized.webp(webp).toBuffer();
}

async function answer(task: ScaleTask): Promise<ScaleOutcome> {
  const watching = watch();
  try {
    return await scale(task);
  } catch {
    return { kind: "refused" };
  } finally {
    clearInterval(watching);
  }
}

process.on("message", (task: ScaleTask) => {
  void answer(task).then((outcome) => process.send?.(outcome));
});
// The service is gone.
process.on("disconnect", () => process.exit());
process.send?.("ready");
