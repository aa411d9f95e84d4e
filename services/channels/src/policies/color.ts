/** Colours given to channels in this order (reference/behaviour.md §9.2). */
const palette = [
  "#76ce90",
  "#fae589",
  "#a6c7e5",
  "#e79ab5",
  "#bfd56f",
  "#f4ae55",
  "#b0a5fd",
  "#addfe5",
  "#f5ce6e",
  "#c2726a",
  "#94c849",
  "#bd86e5",
  "#ee7e4a",
  "#a6dcbf",
  "#95a5fd",
  "#53a063",
  "#9987e1",
  "#e4523d",
  "#c2c2c2",
  "#4f8de4",
  "#c6a8ad",
  "#e7cc4d",
  "#c8bebf",
  "#a47462",
] as const;

/** Whether clients' text is a colour: # and three or six hexadecimal digits. */
export function isHexColor(text: string): boolean {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text);
}

/** A colour as clients understand it: #rrggbb in lower case. */
export function normalizeColor(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return digits.length === 3
    ? `#${[...digits].map((digit) => digit + digit).join("")}`
    : `#${digits}`;
}

/**
 * One colour for each channel: the requested one, else the next that the user does not use yet; when all are used, one that
 * depends on the channel alone.
 */
export function pickColors(
  channelIds: readonly number[],
  used: readonly string[],
  requested: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const taken = new Set([...used, ...channelIds.flatMap((id) => requested.get(id) ?? [])]);
  const free = palette.filter((color) => !taken.has(color)).values();
  return new Map(
    channelIds.map((id) => [
      id,
      requested.get(id) ?? free.next().value ?? palette[id % palette.length] ?? palette[0],
    ]),
  );
}
