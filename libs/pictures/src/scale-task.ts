/** Most pixels of a picture that is decoded at all; a photograph of a good camera has half as many. */
export const maxPicturePixels = 90_000_000;

/** A size that a picture is wanted in. */
export interface ScaledSize {
  readonly width: number;
  readonly height: number;
  /** With `inside` the whole picture fits into the size, with `cover` it fills the size and loses what is outside. */
  readonly fit: "inside" | "cover";
  /** Effect on a picture that moves; with `only`, others are not wanted in this size. */
  readonly motion: "still" | "kept" | "only";
}

/** Task of the process of `picture-worker.ts`. */
export interface ScaleTask {
  readonly bytes: Uint8Array;
  readonly sizes: readonly ScaledSize[];
}

/** Result of a task. */
export type ScaleOutcome =
  | {
      readonly kind: "scaled";
      readonly isAnimated: boolean;
      /** WebP in the order of the sizes; null for a size that moves, of a picture that does not. */
      readonly pictures: readonly (Uint8Array | null)[];
    }
  /** The bytes are no picture that is decoded, and never will be. */
  | { readonly kind: "refused" }
  /** The process ended over it: it took too long, too much memory, or was killed by somebody else. */
  | { readonly kind: "died" };
