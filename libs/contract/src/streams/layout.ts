import { AppError } from "@team-chat/errors";

/** Number of streams over which organizations from an id on are spread. */
interface LayoutPart {
  readonly from: number;
  readonly streams: number;
}

/** Note of the cluster: the layout that holds, and until all processes know it the one before. */
export interface LayoutNote {
  readonly layout: string;
  readonly before: string | null;
}

/**
 * Rule by which organizations are spread over event streams, as `PARTITIONS` says it: `1,5000:16` for one stream, but
 * 16 for those from the id 5000 on. A layout is raised by another part, so that nobody moves
 * (docs/adr/0049-raising-partitions.md).
 */
export interface Layout {
  /** The one way to write it. */
  readonly text: string;
  /** In the order of their ids; the first is from 0 on. */
  readonly parts: readonly LayoutPart[];
  /** Number of streams that there are. */
  readonly streams: number;
  /** Changes when another layout is noted while the process runs. */
  readonly noted: {
    /** First id of the organizations that others spread in a way that this process does not know. */
    first: number;
    /** Note of the cluster, as it was read last; null before. */
    note: LayoutNote | null;
  };
}

const shape = /^[1-9]\d*(?:,[1-9]\d*:[1-9]\d*)*$/;
const mostStreams = 1024;
/** Keys of advisory locks have room for ids of four bytes. */
const mostFirst = 2_000_000_000;

/** Says what may be written where `parseLayout` finds no layout. */
export const layoutShape = `must be a number of event streams, such as 16, or several that rise, each but the first with the first id of organizations that it is for, such as 1,5000:16; at most ${mostStreams}`;

/** Reads a layout; null for what is none. */
export function parseLayout(text: string): Layout | null {
  if (!shape.test(text)) return null;
  const parts = text.split(",").map((part): LayoutPart => {
    const [streams = 0, from = 0] = part.split(":").map(Number).toReversed();
    return { from, streams };
  });
  const rises = parts.every(({ from, streams }, index) => {
    const before = parts[index - 1];
    return before === undefined || (from > before.from && streams > before.streams);
  });
  const { from, streams } = parts.at(-1) ?? { from: 0, streams: 0 };
  if (!rises || streams > mostStreams || from > mostFirst) return null;
  return { text, parts, streams, noted: { first: Infinity, note: null } };
}

/** Returns the layout of one number of streams, for organizations of any id. */
export function plainLayout(streams: number): Layout {
  return layoutOf(String(streams));
}

/** Reads a layout that is one. @throws RangeError when it is not */
export function layoutOf(text: string): Layout {
  const layout = parseLayout(text);
  if (layout === null) throw new RangeError(`A layout ${layoutShape}.`);
  return layout;
}

/** Returns the first id of the part that a layout has more than another; null when it is not another with one part. */
export function firstOfRaise(layout: Layout, before: string): number | null {
  const { from, streams } = layout.parts.at(-1) ?? { from: 0, streams: 0 };
  return layout.text === `${before},${from}:${streams}` ? from : null;
}

/** Tells whether it is known where an organization's events are. */
export function isKnown(realmId: number, { noted }: Layout): boolean {
  return realmId < noted.first;
}

/** @throws SERVICE_UNAVAILABLE for an organization that others spread in a way that this process does not know */
export function checkKnown(realmId: number, layout: Layout): void {
  if (isKnown(realmId, layout)) return;
  throw new AppError(
    "SERVICE_UNAVAILABLE",
    `This process does not know where events of organizations from the id ${layout.noted.first} on are, because its PARTITIONS is ${layout.text}.`,
    { details: { "retry-after": 1 } },
  );
}

/**
 * Returns the partition, and so the stream, that holds a realm's events.
 * @throws SERVICE_UNAVAILABLE where that is not known
 */
export function partitionOf(realmId: number, layout: Layout): number {
  checkKnown(realmId, layout);
  const { parts } = layout;
  let index = parts.length - 1;
  while (index > 0 && realmId < (parts[index]?.from ?? 0)) index -= 1;
  return realmId % (parts[index]?.streams ?? 1);
}
