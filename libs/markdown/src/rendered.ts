import type { Mentions } from "./context.ts";

/** A text as HTML with what was found in it. */
export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly hasLink: boolean;
  /** Whether an image is shown. */
  readonly hasImage: boolean;
  /** Paths below `/user_uploads/` that are linked to, in order. */
  readonly uploads: readonly string[];
  /** What was written, without code and formulas in blocks: where words are looked for. */
  readonly prose: string;
}

/** Of a text in which nobody was found yet. */
export function noMentions(): Mentions {
  return { userIds: new Set(), groupIds: new Set(), everyone: false, topic: false };
}
