import type { StateBlock } from "markdown-it";

/** Returns a line of the block that is being parsed, without the indentation that belongs to the blocks around it. */
export function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]);
}

/** Returns the indentation of a line within the blocks around it. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}
