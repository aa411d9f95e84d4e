import type { StateInline, Token } from "markdown-it";

/** What names in a message are looked up in; each look-up sees only what the sender may mention. */
export interface Names {
  /** By full name, case-insensitively; by id when one is given, and then a non-empty name must be the current one. */
  findUser(
    name: string,
    id: number | null,
  ): { id: number; fullName: string; isActive: boolean } | null;
  /** By name, case-insensitively. */
  findGroup(name: string): { id: number; displayName: string; deactivated: boolean } | null;
  /** By exact name, if the sender may read the channel. */
  findChannel(name: string): { id: number; name: string } | null;
}

/** Whom a message calls, silent mentions excluded. */
export interface Mentions {
  readonly userIds: Set<number>;
  readonly groupIds: Set<number>;
  /** All, everyone, channel or stream. */
  everyone: boolean;
  topic: boolean;
}

/** State of one rendering, carried through the parser as its environment. */
export interface Rendering {
  readonly names: Names;
  readonly mentions: Mentions;
  /** How many quotes the text being parsed is in: there mentions call nobody. */
  quoteDepth: number;
  hasLink: boolean;
}

/** The rendering that a parser state belongs to. */
export function renderingOf(state: { readonly env: unknown }): Rendering {
  return state.env as Rendering;
}

/** Whether mention syntax may begin here: at the start, after whitespace or after one of the characters of reference/behaviour.md §19. */
export function mayStartMention(state: StateInline): boolean {
  return (
    state.linkLevel === 0 &&
    (state.pos === 0 || /[\s'"({[/<]/.test(state.src.charAt(state.pos - 1)))
  );
}

/** The match of a sticky pattern at the parser's position, if it ends within what is being parsed. */
export function matchHere(pattern: RegExp, state: StateInline): RegExpExecArray | null {
  pattern.lastIndex = state.pos;
  const match = pattern.exec(state.src);
  return match && state.pos + match[0].length <= state.posMax ? match : null;
}

/** What a rule attached to the token that is being rendered. */
export function metaAt<Meta>(tokens: readonly Token[], index: number): Meta {
  const token = tokens[index];
  if (!token) throw new RangeError("There is no such token.");
  return token.meta as Meta;
}
