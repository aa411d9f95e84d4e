import { call, Refusal } from "../api/call.ts";
import { matchesNarrow } from "../api/page-operations.ts";
import type { Client } from "../live/client.ts";
import { termsOf } from "../narrow/narrow.ts";
import type { Search } from "../state/conversation.ts";
import { withMatch } from "../state/load.ts";
import type { LoadedMessage } from "../state/state.ts";
import { putMessages } from "./put-messages.ts";

/** Adds new messages to a search that they match, which only the server knows; returns how to end it. */
export function followSearch(client: Client, search: Search): () => void {
  return client.onEvent((event) => {
    if (event.type !== "message") return;
    void add(client, search, { ...event.message, flags: [...event.flags] });
  });
}

async function add(client: Client, search: Search, message: LoadedMessage): Promise<void> {
  try {
    const asked = { msg_ids: [message.id], narrow: termsOf(search) };
    await putMessages(client, {
      load: () => call(matchesNarrow, asked),
      put: (state, { messages }) => {
        const match = messages[String(message.id)];
        if (match === undefined) return state;
        const found = { content: match.match_content, topic: match.match_subject };
        return withMatch(state, search, { message, found });
      },
    });
  } catch (error) {
    // Without a connection nothing is missed: after it the search is made again.
    if (!(error instanceof Refusal)) throw error;
  }
}
