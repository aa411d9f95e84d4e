import { messageNodes } from "../html/message-nodes.ts";
import type { Client } from "../live/client.ts";
import { addressOf } from "../narrow/address.ts";
import { conversationOf } from "../state/conversation.ts";
import { isNotable } from "../state/notable.ts";
import type { LoadedMessage, ServerEvent, State } from "../state/state.ts";
import { doOnce, isLookedAt } from "./looked-at.ts";
import type { ShownData } from "./push-content.ts";

/** As much of a message as a notification shows. */
const maxCharacters = 300;

/**
 * Shows notifications of messages that arrive while nobody looks at the client in any tab, from one of them, and closes
 * those of messages that were read or deleted; returns how to end that. What the server pushes of the same conversation
 * has the same tag, so that one of the two is seen.
 */
export function followEvents(client: Client, worker: ServiceWorkerRegistration): () => void {
  return client.onEvent((event) => {
    void follow(client.state.peek(), worker, event);
  });
}

async function follow(
  state: State,
  worker: ServiceWorkerRegistration,
  event: ServerEvent,
): Promise<void> {
  if (event.type === "message") {
    const message: LoadedMessage = { ...event.message, flags: [...event.flags] };
    if (!isNotable(state, message) || (await isLookedAt())) return;
    await doOnce(`notification ${String(message.id)}`, () => show(state, worker, message));
    return;
  }
  const over = overBy(event);
  if (over === null) return;
  for (const one of await worker.getNotifications())
    if (over((one.data as ShownData).messageId)) one.close();
}

/** Tells which messages an event has read or deleted; null when it has none. */
function overBy(event: ServerEvent): ((messageId: number) => boolean) | null {
  if (event.type === "delete_message") return (id) => event.message_ids.includes(id);
  if (event.type !== "update_message_flags" || event.flag !== "read" || event.op !== "add")
    return null;
  return event.all ? () => true : (id) => event.messages.includes(id);
}

async function show(
  state: State,
  worker: ServiceWorkerRegistration,
  message: LoadedMessage,
): Promise<void> {
  const place = addressOf(conversationOf(message, state.me), state);
  const data: ShownData = { messageId: message.id, url: `/${place}/near/${String(message.id)}` };
  const tag = tagOf(message);
  const shown = await worker.getNotifications({ tag });
  if (shown.some((one) => (one.data as ShownData).messageId >= message.id)) return;
  await worker.showNotification(titleOf(message), { body: bodyOf(state, message), tag, data });
}

/** Names the conversation as the server does. */
function tagOf({ recipient_id: recipient, subject, type }: LoadedMessage): string {
  return type === "stream" ? `${String(recipient)}/${subject.toLowerCase()}` : String(recipient);
}

function titleOf({ display_recipient: to, sender_full_name: name, subject }: LoadedMessage) {
  if (typeof to === "string") return `${name} (#${to}${subject === "" ? "" : ` > ${subject}`})`;
  // Beside the sender and whoever reads it.
  return to.length > 2 ? `${name} (+${String(to.length - 2)})` : name;
}

function bodyOf({ settings }: State, { content, type }: LoadedMessage): string {
  if (type !== "stream" && settings["pm_content_in_desktop_notifications"] === false) return "";
  const nodes = messageNodes(content);
  for (const hidden of nodes.querySelectorAll("details > :not(summary)")) hidden.remove();
  const characters = [...nodes.textContent.replaceAll(/\s+/g, " ").trim()];
  return characters.length <= maxCharacters
    ? characters.join("")
    : `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
