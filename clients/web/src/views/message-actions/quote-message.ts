import { quotation } from "../../actions/quote.ts";
import { call } from "../../api/call.ts";
import { getMessage } from "../../api/operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { conversationOf } from "../../state/conversation.ts";
import type { LoadedMessage, State } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";
import { answer } from "./answer.ts";

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
