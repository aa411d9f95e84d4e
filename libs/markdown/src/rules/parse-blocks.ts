import type { StateBlock } from "markdown-it";

export interface Body {
  readonly first: number;
  /** The line after the last one. */
  readonly end: number;
}

/** Reads the lines as blocks within the one that is being read. */
export function parseBlocks(state: StateBlock, { first, end }: Body): void {
  const { parentType, lineMax } = state;
  state.parentType = "blockquote";
  state.lineMax = end;
  state.level += 1;
  state.md.block.tokenize(state, first, end);
  state.level -= 1;
  state.parentType = parentType;
  state.lineMax = lineMax;
}
