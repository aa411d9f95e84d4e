import { quotation } from "../../actions/quote.ts";
import { call } from "../../api/call.ts";
import { getMessage } from "../../api/operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { conversationOf, keyOf } from "../../state/conversation.ts";
import type { LoadedMessage, State } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";

/** Puts a text into the box of the conversation that a message is of, and the focus behind it. */
export function answer({ client }: AppContext, message: LoadedMessage, text = ""): void {
  const state = client.state.peek();
  const conversation = conversationOf(message, state.me);
  client.insertion.value = { narrow: conversation, text };
  const route = client.route.peek();
  const isOpen = route.kind === "narrow" && narrowKey(route.narrow) === keyOf(conversation);
  if (!isOpen) location.hash = addressOf(conversation, state);
}

/** Begins an answer with what a message says. */
export async function quoteMessage(app: AppContext, message: LoadedMessage): Promise<void> {
  try {
    const asked = { message_id: message.id, apply_markdown: false };
    const { content } = (await call(getMessage, asked)).message;
    const { sender_full_name: senderName, sender_id: senderId } = message;
    const link = linkTo(message, app.client.state.peek());
    answer(app, message, quotation({ content, link, senderId, senderName }, t("message.said")));
  } catch (error) {
    app.notices.refuse(error);
  }
}

/** Writes the address of a message, with its origin, for other people and programs. */
function linkTo(message: LoadedMessage, state: State): string {
  const place = addressOf(conversationOf(message, state.me), state);
  return `${location.origin}/${place}/near/${String(message.id)}`;
}

/** Puts the address of a message onto the clipboard. */
export function copyLink(app: AppContext, message: LoadedMessage): void {
  copyAddress(app, linkTo(message, app.client.state.peek()));
}

/** Puts an address onto the clipboard; where the browser does not allow that, people can copy it themselves. */
export function copyAddress({ notices }: AppContext, address: string): void {
  navigator.clipboard.writeText(address).then(
    () => {
      notices.say(t("message.linkCopied"));
    },
    () => {
      notices.say(address);
    },
  );
}
