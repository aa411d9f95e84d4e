/** A user's own settings of a channel; null notifications mean "as my settings say". */
export interface Personal {
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
  readonly desktopNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
}

/** Returns the settings of somebody who subscribes for the first time. */
export function initialPersonal(color: string): Personal {
  return {
    color,
    isMuted: false,
    pinToTop: false,
    desktopNotifications: null,
    emailNotifications: null,
    wildcardMentionsNotify: null,
    pushNotifications: null,
    audibleNotifications: null,
  };
}

/** Returns the settings alone of what has them. */
export function personalOf(from: Personal): Personal {
  return {
    color: from.color,
    isMuted: from.isMuted,
    pinToTop: from.pinToTop,
    desktopNotifications: from.desktopNotifications,
    emailNotifications: from.emailNotifications,
    wildcardMentionsNotify: from.wildcardMentionsNotify,
    pushNotifications: from.pushNotifications,
    audibleNotifications: from.audibleNotifications,
  };
}

/** Colours given to channels in this order (docs/behaviour/subscriptions.md#colors); fewer than bits of a number. */
export const palette = [
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
