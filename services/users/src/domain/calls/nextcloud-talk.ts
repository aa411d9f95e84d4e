import type { Secret } from "@team-chat/config";
import { z } from "zod";

import { askProvider, isDone, jsonOf, jsonQuestion, ProviderSilent } from "./ask-provider.ts";
import { basic } from "./basic.ts";
import { noCall, noConnection } from "./refusals.ts";

const provider = "Nextcloud Talk";
const maxNameLength = 255;
/** Whoever has the link may join (nextcloud-talk.readthedocs.io, constants). */
const publicRoom = 3;

const made = z.object({ ocs: z.object({ data: z.object({ token: z.string().min(1) }) }) });

export interface NextcloudTalk {
  readonly url: string;
  readonly userName: string;
  readonly password: Secret;
}

/**
 * Makes a public room and returns where it is.
 * @throws BAD_REQUEST when Nextcloud does not do it
 */
export async function createNextcloudRoom(
  { password, url, userName }: NextcloudTalk,
  name: string,
): Promise<string> {
  const room = { roomType: publicRoom, roomName: shortened(name) };
  const headers = { "OCS-APIRequest": "true", authorization: basic(userName, password) };
  const question = jsonQuestion(room, headers);
  try {
    const answer = await askProvider(`${url}/ocs/v2.php/apps/spreed/api/v4/room`, question);
    if (!isDone(answer)) throw new ProviderSilent(`HTTP ${answer.status}`);
    const { data } = made.safeParse(jsonOf(answer));
    if (data === undefined) throw noCall(provider);
    return `${url}/index.php/call/${encodeURIComponent(data.ocs.data.token)}`;
  } catch (error) {
    throw error instanceof ProviderSilent ? noConnection(provider, error) : error;
  }
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= maxNameLength) return name;
  return `${characters.slice(0, maxNameLength - 3).join("")}...`;
}
