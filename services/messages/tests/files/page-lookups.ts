import { sql } from "@team-chat/pg";
import { nextLook } from "@team-chat/testkit";
import sharp from "sharp";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import type { World } from "../world.ts";

const counted = z.object({ count: z.number() });

/** Looks up the pages that are due; resolves when they are shown where they are waited for. */
export async function lookUpPages(world: World): Promise<void> {
  await world.lookUpPages();
  while ((await countDue(world)) > 0) await nextLook();
}

/** Counts pages that are due, or under way. */
function countDue({ clock, db }: World): Promise<number> {
  const now = new Date(Date.now() + clock.aheadMs).toISOString();
  return db.oneFirst(sql.type(counted)`
    select count(*)::int8 as count from linked_page where due_at <= ${now}::timestamptz or claimed_until is not null`);
}

/** Lets the claims of all processes end, as when others had taken over. */
export async function endClaims({ db }: World): Promise<void> {
  await db.query(sql.unsafe`update linked_page set claimed_by = null, claimed_until = null`);
}

/** Counts the pictures of pages that are kept for an organization. */
export function countPictures({ db }: World, realmId: number): Promise<number> {
  return db.oneFirst(sql.type(counted)`
    select count(*)::int8 as count from page_picture where realm_id = ${realmId}`);
}

/** A picture as pages have them. */
export async function picture(): Promise<Buffer> {
  const image = sharp({ create: { width: 1200, height: 600, channels: 3, background: "teal" } });
  return image.png().toBuffer();
}

/** Finds the address of the picture that a message shows; empty if it shows none. */
export async function pictureOf(realm: Realm, id: number): Promise<string> {
  const { messages } = await realm.fetch("bob", { message_ids: [id] });
  return /url\(&quot;([^&]+)&quot;\)/.exec(messages[0]?.content ?? "")?.[1] ?? "";
}
