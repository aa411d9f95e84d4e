import type { default as Katex } from "katex";

import { loadKatex } from "./load-katex.ts";

/** In ems: larger sizes are cut to it, so that a formula cannot cover the whole window. */
const maxSize = 100;

let katex: typeof Katex | undefined;

/** Reads the library, if that has not happened yet: outside of what has limited time. */
export function prepareTex(): void {
  katex ??= loadKatex();
}

/**
 * Renders a formula as HTML; null when it is none. Takes time and space out of proportion to its length, so that the
 * caller must limit both.
 */
export function renderTex(tex: string, place: "inline" | "block"): string | null {
  katex ??= loadKatex();
  try {
    return katex.renderToString(tex, { displayMode: place === "block", maxSize, strict: false });
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return null;
    throw error;
  }
}
