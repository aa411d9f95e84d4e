import type { Constellation } from "../constellation.ts";

/** Services that take part in an import. */
export const importing = ["users", "channels", "messages"] as const;
/** Rows that any archive of the demo organization has before its drafts. */
const manyRows = 150;

/**
 * Kills each service that takes part in an import once, in any order, at moments that nobody chose, all of them before
 * its drafts are taken in; `release` lets those in.
 */
export async function killEach(
  constellation: Constellation,
  release: () => Promise<void>,
): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.info(`seed ${seed}`);
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const moments = importing
    .map((name) => ({ name, rows: 1 + random(manyRows) }))
    .toSorted((a, b) => a.rows - b.rows);
  for (const { name, rows } of moments) {
    await constellation.hasRow(`
      select from messages.realm_import where rows >= ${rows} or kind = 'flags'`);
    await constellation.process(name).kill();
    await constellation.process(name).start();
    // What fails for this is tried again ten seconds later.
    await constellation.query("update messages.realm_import set due_at = now()");
  }
  await release();
}
