import type { StateInline, Token } from "markdown-it";

import type { Context, Mentions } from "./context.ts";

/** State of one rendering, carried through the parser as its environment. */
export interface Rendering {
  readonly context: Context;
  readonly mentions: Mentions;
  /**
   * Depth of quotes around the text being parsed: within quotes mentions notify nobody, and nothing is shown below
   * links.
   */
  quoteDepth: number;
  hasLink: boolean;
  hasImage: boolean;
  /** Paths below `/user_uploads/` that are linked to. */
  readonly uploads: Set<string>;
  /** Addresses of pages elsewhere of which is to be shown what they are about. */
  pages: readonly string[];
  /** The source of each paragraph without its code. */
  readonly prose: string[];
  /** Without highlighting and mathematics, which take the most time. */
  readonly plain: boolean;
}

/** Returns the rendering that a parser state belongs to. */
export function renderingOf(state: { readonly env: unknown }): Rendering {
  return state.env as Rendering;
}

const beforeMention = /[\s'"({[/<]/;

/**
 * Tells whether mention syntax may begin here: at the start, after whitespace or after certain characters
 * (docs/behaviour/markdown.md#mentions).
 */
export function mayStartMention(state: StateInline): boolean {
  return state.pos === 0 || beforeMention.test(state.src.charAt(state.pos - 1));
}

/** Returns the match of a sticky pattern at the parser's position, if it ends within what is being parsed. */
export function matchHere(pattern: RegExp, state: StateInline): RegExpExecArray | null {
  pattern.lastIndex = state.pos;
  const match = pattern.exec(state.src);
  return match && state.pos + match[0].length <= state.posMax ? match : null;
}

/** Returns the value that a rule attached to the token being rendered. */
export function metaAt<Meta>(tokens: readonly Token[], index: number): Meta {
  const token = tokens[index];
  if (!token) throw new RangeError("There is no such token.");
  return metaOf<Meta>(token);
}

/** Returns the value that a rule attached to a token. */
export function metaOf<Meta>({ meta }: Pick<Token, "meta">): Meta {
  return meta as Meta;
}
