// See docs/adr/0049-raising-partitions.md.
import { firstOfRaise, type Layout, type LayoutNote } from "@team-chat/contract";
import { countEventStreams, findLayoutNote, type Nats, noteLayout } from "@team-chat/nats";
import type { Client } from "pg";

import { endRealmIds, goOnWithRealmIds, readRealmIds } from "./realm-ids.ts";
import { whoIsBehind } from "./who-is-behind.ts";

/** Connections with which a raise is begun and finished. */
export interface Places {
  /** A connection with a role that may change the sequence of ids. */
  readonly client: Client;
  readonly nats: Nats;
  /** Longest time that a process which works is silent. */
  readonly answersMs: number;
  /** Is told in sentences how far it is. */
  readonly report: (line: string) => void;
}

/** Ids that are left for organizations which are created until all processes are replaced. */
const idsOfRaise = 1000;
const page = "docs/hosting.md#partitions";

/**
 * Notes a layout that is to hold, before its streams are created: the one that holds already, or one that organizations
 * above all that there are will be spread by. Killed anywhere it may be done again: ids get an end before anything is
 * noted.
 * @throws Error that says what to do when organizations that there are would move
 */
export async function beginRaise(places: Places, layout: Layout): Promise<void> {
  const { client, nats, report } = places;
  const note = await findLayoutNote(nats);
  if (note === null) {
    await beginUnnoted(places, layout);
    return;
  }
  if (layout.text === note.before) {
    report(`PARTITIONS is being raised to ${note.layout}: run migrate with that when all have it.`);
    return;
  }
  const first = note.before === null ? firstOfRaise(layout, note.layout) : null;
  if (first !== null) {
    await refuseNear(client, layout, first);
    await endRealmIds(client, first - 1);
    await noteLayout(nats, { layout: layout.text, before: note.layout });
  } else if (layout.text !== note.layout) await noteWhileStopped(places, layout, note);
  // Of a raise that was given up before it was noted.
  const { last } = await readRealmIds(client);
  if (last !== null && last !== firstIdOf(layout) - 1) await goOnWithRealmIds(client);
}

/**
 * Has organizations created above the first id of the layout's last part, if all processes that run know where their
 * events go. Whoever starts later reads what is noted before that, and is refused with an earlier layout.
 */
export async function finishRaise(places: Places, layout: Layout): Promise<void> {
  const { client, nats, report } = places;
  const first = firstIdOf(layout);
  if ((await readRealmIds(client)).last !== first - 1) return;
  // A process that starts between the two questions may still have been told that its layout is good.
  for (const isLast of [false, true]) {
    const behind = await whoIsBehind(places, layout);
    if (behind !== null) {
      report(
        `PARTITIONS is not raised to ${layout.text} yet, because ${behind}: run migrate again when all processes have it (${page}).`,
      );
      return;
    }
    if (!isLast) await noteLayout(nats, { layout: layout.text, before: null });
  }
  await goOnWithRealmIds(client, first);
  report(
    `PARTITIONS is raised to ${layout.text}: organizations are created from the id ${first} on.`,
  );
}

/** Has whoever creates the streams note the layout, if it can be the one by which organizations are spread. */
async function beginUnnoted({ client, nats }: Places, layout: Layout): Promise<void> {
  const streams = await countEventStreams(nats);
  if (streams !== 0 && streams !== layout.streams)
    throw new Error(
      `PARTITIONS is ${layout.text}, but the NATS cluster has ${streams} event stream(s), and no note of what is where: run migrate with PARTITIONS=${streams} and replace all processes by this release before you raise it (${page}).`,
    );
  // NATS may have lost the note in the middle of a raise.
  if ((await readRealmIds(client)).last !== firstIdOf(layout) - 1) return;
  const before = layout.text.slice(0, layout.text.lastIndexOf(","));
  layout.noted.note = { layout: layout.text, before };
}

/** @throws Error when the first id may be reached before all processes are replaced */
async function refuseNear(client: Client, { text }: Layout, first: number): Promise<void> {
  const { newest } = await readRealmIds(client);
  if (first > newest + idsOfRaise) return;
  throw new Error(
    `PARTITIONS is ${text}, but ids of organizations are given out up to ${newest}: take a first id above ${newest + idsOfRaise}, so that it is not reached before all processes are replaced (${page}).`,
  );
}

/**
 * Takes any layout of as many streams while no process runs, because whoever starts compares the database with streams.
 * @throws Error that says what to do instead
 */
async function noteWhileStopped(places: Places, layout: Layout, note: LayoutNote): Promise<void> {
  const { nats } = places;
  const isLowered = layout.streams < (await countEventStreams(nats));
  if (isLowered || (await whoIsBehind(places, layout)) !== null)
    throw new Error(
      `PARTITIONS is ${layout.text}, but organizations are spread by ${note.layout}, and none of them may move: set it to that or, to raise it, add from which id on there are more, as in 1,5000:16 (${page}).`,
    );
  await noteLayout(nats, { layout: layout.text, before: null });
}

/** Returns the id from which on organizations are spread by the last part. */
function firstIdOf({ parts }: Layout): number {
  return parts.at(-1)?.from ?? 0;
}
