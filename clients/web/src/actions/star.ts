import { call } from "../api/call.ts";
import { updateMessageFlags } from "../api/operations.ts";
import type { LoadedMessage, ServerEvent } from "../state/state.ts";
import { type Acting, change } from "./change.ts";

/** Stars a message, or takes the star away. */
export async function toggleStar(acting: Acting, { flags, id }: LoadedMessage): Promise<void> {
  const isStarred = flags.includes("starred");
  const event = (op: "add" | "remove"): ServerEvent => {
    const type = "update_message_flags" as const;
    const common = { type, flag: "starred", messages: [id], all: false as const };
    return op === "add" ? { ...common, op, operation: op } : { ...common, op, operation: op };
  };
  const op = isStarred ? "remove" : "add";
  await change(acting, {
    show: event(op),
    takeBack: event(isStarred ? "add" : "remove"),
    send: () => call(updateMessageFlags, { messages: [id], op, flag: "starred" }),
  });
}
