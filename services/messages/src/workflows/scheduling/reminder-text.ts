import type { RealmView } from "../../domain/directories/realm-view.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import { fenceFor, mention, messageHash } from "../notices/notice-texts.ts";

/** Writes the text with which the notification bot reminds somebody of a message. */
export function writeReminder(
  message: MessageRow,
  note: string,
  realm: Pick<RealmView, "users" | "channels">,
): string {
  const sender = realm.users.users.get(message.senderId);
  const fence = fenceFor(message.content);
  const channel = realm.channels.channels.get(message.channelId ?? 0);
  const place = channel && {
    channelId: channel.id,
    channelName: channel.name,
    topic: message.topic,
  };
  const what = place
    ? `a [message](${messageHash(place, message.id)}) in #**${place.channelName}>${place.topic}**`
    : "the following direct message";
  return [
    `You requested a reminder for ${what}.${note === "" ? "" : " Note:"}`,
    ...(note === "" ? [] : note.split("\n").map((line) => `> ${line}`)),
    "",
    `${sender ? mention(sender) : "Somebody"} said:`,
    `${fence}quote`,
    message.content,
    fence,
  ].join("\n");
}
