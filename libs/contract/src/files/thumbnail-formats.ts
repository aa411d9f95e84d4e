/**
 * Formats in which smaller versions are made of every uploaded picture; the first only of those that move
 * (docs/behaviour/uploads.md#thumbnails).
 */
export const thumbnailFormats = [
  {
    name: "840x560-anim.webp",
    max_width: 840,
    max_height: 560,
    format: "webp",
    animated: true,
  },
  {
    name: "840x560.webp",
    max_width: 840,
    max_height: 560,
    format: "webp",
    animated: false,
  },
] as const;
