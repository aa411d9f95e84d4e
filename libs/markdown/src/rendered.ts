import type { Mentions } from "./context.ts";

/** A text as HTML with what was found in it. */
export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly hasLink: boolean;
  /** True if an image is shown. */
  readonly hasImage: boolean;
  /** Paths below `/user_uploads/` that are linked to, in order. */
  readonly uploads: readonly string[];
  /** Addresses of pages elsewhere of which is to be shown what they are about, in order. */
  readonly pages: readonly string[];
  /** Text without code and formulas in blocks, in which words are looked for. */
  readonly prose: string;
}

/** The HTML of a text, with how it was made. */
export interface RenderedText extends Rendered {
  /** True if it waited for a thread: permissions of the author then have to be looked up again. */
  readonly waited: boolean;
}

/** Returns the mentions of a text in which nobody was found yet. */
export function noMentions(): Mentions {
  return { userIds: new Set(), groupIds: new Set(), everyone: false, topic: false };
}
