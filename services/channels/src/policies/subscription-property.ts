import { AppError } from "@team-chat/errors";

import { isHexColor, normalizeColor, type Personal } from "../values/personal.ts";

type Flag = Exclude<keyof Personal, "color">;

/** Properties that are booleans, by their name on the wire. */
const flags: Readonly<Record<string, Flag>> = {
  is_muted: "isMuted",
  pin_to_top: "pinToTop",
  desktop_notifications: "desktopNotifications",
  email_notifications: "emailNotifications",
  wildcard_mentions_notify: "wildcardMentionsNotify",
  push_notifications: "pushNotifications",
  audible_notifications: "audibleNotifications",
};

/** A change of one of a user's own settings of a channel. */
export interface PropertyChange {
  /** The name under which clients hear of it. */
  readonly property: string;
  readonly value: boolean | string;
  readonly fields: Partial<Personal>;
}

/**
 * Returns the change that a property and a value mean; `in_home_view` is the older inverse of `is_muted`.
 * @throws BAD_REQUEST
 */
export function checkPropertyChange(property: string, value: boolean | string): PropertyChange {
  if (property === "color") return colorChange(value);
  const name = property === "in_home_view" ? "is_muted" : property;
  const flag = flags[name];
  if (flag === undefined)
    throw new AppError("BAD_REQUEST", `Unknown subscription property: ${property}`);
  if (typeof value !== "boolean") throw new AppError("BAD_REQUEST", `${property} is not a boolean`);
  const on = property === "in_home_view" ? !value : value;
  return { property: name, value: on, fields: { [flag]: on } };
}

function colorChange(value: boolean | string): PropertyChange {
  if (typeof value !== "string") throw new AppError("BAD_REQUEST", "color is not a string");
  if (!isHexColor(value)) throw new AppError("BAD_REQUEST", "color is not a valid hex color code");
  const color = normalizeColor(value);
  return { property: "color", value: color, fields: { color } };
}
