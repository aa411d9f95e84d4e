import { addressOf } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { conversationOf, keyOf } from "../../state/conversation.ts";
import type { LoadedMessage } from "../../state/state.ts";
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
