import { writeAccounts, writeChannels, writeMessages } from "@team-chat/testkit";

import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startSite } from "./site.ts";

const people = 10_000;
const channels = 1000;
/** One channel has as many as are left when each has the same. */
const messagesInAll = 48_000;
const messagesInLongest = 2000;

export interface LargeSite extends AsyncDisposable {
  readonly url: string;
  /** Subscribed to all channels, and has read nothing of them. */
  readonly reader: Client;
  readonly product: Product;
}

/** Starts the product with a demo organization of 10,000 people, and 50,000 unread messages in 1,000 channels. */
export async function startLargeSite(): Promise<LargeSite> {
  const product = await startSite();
  const { database: db, url } = product;
  const reader = await Client.login(url, "member@example.com");
  const me = Number((await reader.get("/users/me"))["user_id"]);
  const realmId = (
    await numbers(db, "select realm_id from users.account where user_id = $1", me)
  )[0];
  if (realmId === undefined) throw new Error("The reader has no account.");
  // Without what watches rows: it is about people who do something.
  await db.query("set session_replication_role = replica");
  await writeAccounts(db, { count: people, realmId });
  await writeChannels(db, { count: channels, realmId, subscriberId: me });
  await reader.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 });
  const recipients = (await numbers(db, recipientsOf, me)).slice(-channels);
  await writeMessages(db, { realmId, recipients, count: messagesInAll, senderId: me + 1 });
  const longest = recipients.slice(0, 1);
  await writeMessages(db, {
    realmId,
    recipients: longest,
    count: messagesInLongest,
    senderId: me + 1,
  });
  return { product, reader, url, [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() };
}

const recipientsOf = `select place.recipient_id from messages.user_recipient place
  join messages.recipient on recipient.realm_id = place.realm_id and recipient.id = place.recipient_id
  where place.user_id = $1 and recipient.channel_id is not null order by place.recipient_id`;

/** Reads one column. */
async function numbers(
  db: Product["database"],
  statement: string,
  id: number,
): Promise<readonly number[]> {
  const { rows } = await db.query<Record<string, number>>(statement, [id]);
  return rows.flatMap((row) => Object.values(row));
}
