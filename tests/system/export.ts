import { Archive, nextLook } from "@team-chat/testkit";
import { z } from "zod";

import type { Client } from "./client.ts";

const listed = z.array(
  z.object({ id: z.int(), pending: z.boolean(), export_url: z.url().nullable() }),
);

/** Waits until an export is done, and fetches it. @throws Error when it failed */
export async function fetchExport(url: string, owner: Client, id: number): Promise<Archive> {
  for (;;) {
    const exports = listed.parse((await owner.get("/export/realm"))["exports"]);
    const found = exports.find((one) => one.id === id);
    if (found?.pending === false) {
      if (found.export_url === null) throw new Error("The export failed.");
      const { pathname } = new URL(found.export_url);
      const answer = await fetch(new URL(pathname, url), {
        headers: { authorization: owner.authorization },
      });
      return Archive.read(new Uint8Array(await answer.arrayBuffer()));
    }
    await nextLook();
  }
}

/** Ids within ranges as PostgreSQL writes them, of those that are given. */
function idsWithin(ranges: string, ids: readonly number[]): readonly number[] {
  const all = [...ranges.matchAll(/\[(\d+),(\d*)\)/g)];
  return ids.filter((id) =>
    all.some(([, first, end]) => id >= Number(first) && (end === "" || id < Number(end))),
  );
}

/** Reads from an archive which messages a person has, and in which channels the person is. */
export function readPerson(
  archive: Archive,
  userId: number,
): { messageIds: number[]; channelIds: number[] } {
  const ofPerson = (kind: string) => archive.rows(kind).filter((row) => row["user_id"] === userId);
  const messages = archive.rows("messages");
  const received = ofPerson("received").flatMap((row) => {
    const those = messages.filter((one) => one["recipient_id"] === row["recipient_id"]);
    return idsWithin(
      String(row["received"]),
      those.map(({ id }) => Number(id)),
    );
  });
  const flagged = ofPerson("flags").map((row) => Number(row["message_id"]));
  const channelIds = ofPerson("subscriptions").filter((row) => row["active"] === true);
  return {
    messageIds: [...new Set([...received, ...flagged])].toSorted((a, b) => a - b),
    channelIds: channelIds.map((row) => Number(row["channel_id"])).toSorted((a, b) => a - b),
  };
}
