import { firstFreeType } from "../frames/frame.ts";
import type { Roles } from "../frames/handshake.ts";

/** The frames of long polls; the number of a frame is that of its poll. */
export const frameType = {
  poll: firstFreeType,
  cancel: firstFreeType + 1,
  answer: firstFreeType + 2,
  /** Several answers that begin alike; the number is 0. */
  answers: firstFreeType + 3,
} as const;

export const roles: Roles = { opener: "gateway", acceptor: "events" };
