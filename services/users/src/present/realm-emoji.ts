import type { realmEmojiMap } from "@team-chat/contract";
import type { z } from "zod";

import type { EmojiRow } from "../queries/organization/realm-emoji.ts";

/** Presents all emoji of an organization as clients see them, by id. */
export function presentEmoji(rows: readonly EmojiRow[]): z.output<typeof realmEmojiMap> {
  const entries = rows.map((row) => [
    String(row.id),
    {
      id: String(row.id),
      name: row.name,
      source_url: pictureUrl(row, "image"),
      still_url: row.hasStill ? pictureUrl(row, "still") : null,
      deactivated: row.deactivated,
      author_id: row.authorId,
    },
  ]);
  return Object.fromEntries(entries) as z.output<typeof realmEmojiMap>;
}

function pictureUrl({ id, secret }: EmojiRow, kind: "image" | "still"): string {
  return `/api/v1/realm/emoji_images/${id}-${secret}-${kind}`;
}

/** Parses the last part of such an address; null for any other text. */
export function parsePictureName(
  text: string,
): { readonly id: number; readonly secret: string; readonly isStill: boolean } | null {
  const [, id, secret, kind] = /^(\d{1,15})-([0-9a-z]{1,64})-(image|still)$/i.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  return { id: Number(id), secret, isStill: kind === "still" };
}
