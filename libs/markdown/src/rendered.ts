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

/** The HTML of a text, with how it was made. */
export interface RenderedText extends Rendered {
  /** Whether it waited for a thread, so that what its author may do has to be looked up again. */
  readonly waited: boolean;
}

/** Of a text in which nobody was found yet. */
export function noMentions(): Mentions {
  return { userIds: new Set(), groupIds: new Set(), everyone: false, topic: false };
}
