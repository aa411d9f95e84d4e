// See docs/adr/0049-raising-partitions.md.
import type { NatsConnection } from "@nats-io/transport-node";
import { firstOfRaise, type Layout, type LayoutNote, layoutOf } from "@team-chat/contract";

import { layoutKey } from "./durables.ts";
import { openEpochs } from "./epochs.ts";

/** Reads what is noted; null before anything was, and before there is a bucket for it. */
export async function findLayoutNote(nats: NatsConnection): Promise<LayoutNote | null> {
  try {
    const entry = await (await openEpochs(nats)).get(layoutKey);
    return entry?.operation === "PUT" ? parseLayoutNote(entry.string()) : null;
  } catch (error) {
    if (error instanceof Error && /not found/.test(error.message)) return null;
    throw error;
  }
}

/** Reads an entry of `layoutKey`. */
export function parseLayoutNote(text: string): LayoutNote {
  return JSON.parse(text) as LayoutNote;
}

/** Notes how organizations are spread from now on. */
export async function noteLayout(nats: NatsConnection, note: LayoutNote): Promise<void> {
  await (await openEpochs(nats)).put(layoutKey, JSON.stringify(note));
}

/**
 * Compares a process's layout with what is noted, and tells it which organizations it does not know.
 * @throws Error that says what to do when it is neither the noted one nor the one before it
 */
export async function checkLayout(nats: NatsConnection, layout: Layout): Promise<void> {
  const note = await findLayoutNote(nats);
  if (note !== null && !learnLayout(layout, note)) throw foreignLayout(layout, note);
}

/**
 * Does as `checkLayout`; where nothing is noted, as when NATS has lost everything, notes what the process knows.
 * @throws Error that says what to do when the layout is neither the noted one nor the one before it
 */
export async function keepLayoutNote(nats: NatsConnection, layout: Layout): Promise<void> {
  if ((await findLayoutNote(nats)) === null) {
    const note = layout.noted.note ?? { layout: layout.text, before: null };
    const epochs = await openEpochs(nats);
    await epochs.create(layoutKey, JSON.stringify(note)).catch((error: unknown) => {
      // Somebody else was first.
      if (!(error instanceof Error && /wrong last sequence/.test(error.message))) throw error;
    });
  }
  await checkLayout(nats, layout);
}

/** Notes in a layout which organizations it does not know; false when processes may not have it any more. */
export function learnLayout({ noted, text }: Layout, note: LayoutNote): boolean {
  noted.note = note;
  if (note.layout === text) noted.first = Infinity;
  else if (note.before === text)
    noted.first = firstOfRaise(layoutOf(note.layout), note.before) ?? 0;
  else noted.first = 0;
  return noted.first > 0;
}

/** Says that processes may not have a layout, and what to do. */
export function foreignLayout({ text }: Pick<Layout, "text">, { layout }: LayoutNote): Error {
  return new Error(
    `PARTITIONS is ${text}, but organizations are spread by ${layout}: set it to that everywhere, or run migrate with ${text} first if it is to be raised (docs/hosting.md#partitions).`,
  );
}
