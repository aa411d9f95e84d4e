import { palette } from "../values/palette.ts";

/** Tells whether clients' text is a colour: # and three or six hexadecimal digits. */
export function isHexColor(text: string): boolean {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text);
}

/** Returns a colour as clients understand it: #rrggbb in lower case. */
export function normalizeColor(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return digits.length === 3
    ? `#${[...digits].map((digit) => digit + digit).join("")}`
    : `#${digits}`;
}

/**
 * Picks one colour for each channel: the requested one, else the next that the user does not use yet; when all are
 * used, one that depends on the channel alone. `used` has a bit for each colour of the palette.
 */
export function pickColors(
  channelIds: readonly number[],
  used: number,
  requested: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const taken = new Set(channelIds.flatMap((id) => requested.get(id) ?? []));
  const free = palette
    .filter((color, place) => (used & (1 << place)) === 0 && !taken.has(color))
    .values();
  return new Map(
    channelIds.map((id) => [
      id,
      requested.get(id) ?? free.next().value ?? palette[id % palette.length] ?? palette[0],
    ]),
  );
}
