import { createHash } from "node:crypto";

import type { Secret } from "@team-chat/config";
import { z } from "zod";

import { askProvider, isDone, jsonOf, jsonQuestion } from "./ask-provider.ts";
import { noCall } from "./refusals.ts";

const provider = "Constructor Groups";
const room = z.object({ url: z.string().min(1) });

export interface ConstructorGroups {
  readonly url: string;
  readonly accessKey: Secret;
  readonly secretKey: Secret;
}

export interface RoomOwner {
  readonly email: string;
  readonly roomName: string;
  /** For when somebody else has a room of that name. */
  readonly otherName: string;
}

/**
 * Returns the address of the user's own room, which is made the first time.
 * @throws BAD_REQUEST when there is none
 */
export async function ownRoom(
  groups: ConstructorGroups,
  { email, otherName, roomName }: RoomOwner,
): Promise<string> {
  const asked = { creator_email: email, name: roomName, fallback_name: otherName };
  const question = jsonQuestion(asked, { authorization: `Bearer ${bearerOf(groups)}` });
  const answer = await askProvider(`${groups.url}/room/default`, question).catch(
    (error: unknown) => {
      throw noCall(provider, error);
    },
  );
  const { data } = room.safeParse(isDone(answer) ? jsonOf(answer) : null);
  if (data === undefined) throw noCall(provider);
  return data.url;
}

/** Returns the access key, with the hash that proves the secret one. */
function bearerOf({ accessKey, secretKey }: ConstructorGroups): string {
  const access = accessKey.reveal();
  const hash = createHash("sha256").update(`${access}|${secretKey.reveal()}`).digest("hex");
  return `${access}|${hash}`;
}
