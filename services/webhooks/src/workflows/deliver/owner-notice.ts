import type { RealmRecord, UserRecord, WideMessage } from "@team-chat/contract";

import { hashOf } from "../../domain/narrow-links.ts";
import type { Delivery } from "../../queries/deliveries.ts";

/** A bot as the sender of messages, and its organization. */
export interface BotInRealm {
  readonly bot: UserRecord;
  readonly realm: RealmRecord;
}

/** Writes the notice to a bot's owner about a delivery that has failed for good. */
export function ownerNotice(delivery: Delivery, { bot, realm }: BotInRealm): string {
  const link = `${realm.url}/${hashOf(JSON.parse(delivery.message) as WideMessage)}`;
  const lines = [
    `Your bot @_**${bot.fullName}|${bot.id}** could not handle [a message](${link}): ${delivery.failure ?? "unknown reason"}.`.replace(
      /\.\.$/,
      ".",
    ),
  ];
  if (delivery.lastStatus !== null)
    lines.push(`Its server answered with status ${delivery.lastStatus}.`);
  if (delivery.lastResponse !== null && delivery.lastResponse.trim() !== "") {
    const fence = fenceAround(delivery.lastResponse);
    lines.push(`${fence}text`, delivery.lastResponse, fence);
  }
  return lines.join("\n");
}

/** Longer than any run of backquotes inside. */
function fenceAround(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(longest + 1);
}
