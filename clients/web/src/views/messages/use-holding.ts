import { useEffect } from "preact/hooks";

import { call, Refusal } from "../../api/call.ts";
import { getMessage } from "../../api/operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { conversationOf } from "../../state/conversation.ts";
import { useAppContext } from "../app-context.ts";

/** Goes to where a message is now, if it was moved since its address was written. */
export function useHolding(messageId: number | null): void {
  const { client } = useAppContext();
  useEffect(() => {
    if (messageId === null) return;
    call(getMessage, { message_id: messageId, allow_empty_topic_name: true }).then(
      ({ message }) => {
        const { me } = client.state.peek();
        const route = client.route.peek();
        const conversation = conversationOf(message, me);
        const isOpen = route.kind === "narrow" && route.holding === messageId;
        if (isOpen && narrowKey(route.narrow) !== narrowKey(conversation))
          location.replace(addressOf(conversation, client.state.peek()));
      },
      (error: unknown) => {
        // It is deleted, or may not be read: what the address says otherwise is shown.
        if (!(error instanceof Refusal)) throw error;
      },
    );
  }, [client, messageId]);
}
