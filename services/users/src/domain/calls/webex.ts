import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { isDone, jsonOf, type ProviderAnswer } from "./ask-provider.ts";
import { noCall } from "./refusals.ts";

const provider = "Webex";
const made = z.object({ id: z.string().min(1) });
const meeting = z.object({ webLink: z.string().min(1) });
const personalMeetingMs = 40 * 60_000;

/** A room that everybody of the user's Webex organization may join (developer.webex.com, Create a Room). */
export const webexRoom = {
  title: "Team Chat meeting",
  isPublic: true,
  description: "A meeting that was made in Team Chat.",
} as const;

/**
 * Returns the room that Webex made; null when the user's organization may have none, since it pays for nothing.
 * @throws BAD_REQUEST when Webex made none for another reason
 */
export function webexRoomOf(answer: ProviderAnswer): string | null {
  if (answer.status === 403) return null;
  const { data } = made.safeParse(isDone(answer) ? jsonOf(answer) : null);
  if (data === undefined)
    throw new AppError("BAD_REQUEST", `Failed to create ${provider} public room.`);
  return data.id;
}

/**
 * Describes a meeting at once, in the room, or in the user's own for 40 minutes; `now` is in milliseconds since 1970.
 */
export function webexMeeting(roomId: string | null, now: number): object {
  if (roomId !== null) return { adhoc: true, roomId, title: "Team Chat meeting" };
  return {
    scheduledType: "personalRoomMeeting",
    title: "Team Chat meeting",
    start: withoutMilliseconds(now),
    end: withoutMilliseconds(now + personalMeetingMs),
  };
}

function withoutMilliseconds(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Reads the address of the meeting that Webex made. @throws BAD_REQUEST when it made none */
export function webexUrlOf(answer: ProviderAnswer): string {
  const { data } = meeting.safeParse(isDone(answer) ? jsonOf(answer) : null);
  if (data === undefined) throw noCall(provider);
  return data.webLink;
}
