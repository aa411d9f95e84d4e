import type { Draft } from "./draft.ts";

/**
 * A batch must not keep the first of it waiting, and its events must fit into one bundle; of a larger one a
 * message costs hardly less (docs/optimizations.md).
 */
const maxBatch = 64;
const maxBatchChars = 250_000;

/** Takes a batch from what waits: at least one message, and no more than fit into one bundle. */
export function takeBatch<Waiting extends { readonly draft: Draft }>(
  waiting: Waiting[],
): readonly Waiting[] {
  let count = 0;
  let chars = 0;
  for (const { draft } of waiting) {
    chars += draft.content.length + draft.rendered.html.length;
    if (count > 0 && (count === maxBatch || chars > maxBatchChars)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
