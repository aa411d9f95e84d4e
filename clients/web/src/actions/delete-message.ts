import { call } from "../api/call.ts";
import { deleteMessage } from "../api/page-operations.ts";
import { t } from "../texts/texts.ts";
import type { Postponements } from "./postponed.ts";

/** Deletes a message for everybody, unless that is undone. */
export function deleteLater(postponements: Postponements, messageId: number): void {
  postponements.begin({
    messageId,
    text: t("message.deleted"),
    hides: ({ id }) => id === messageId,
    send: () => call(deleteMessage, { message_id: messageId }, { keepalive: true }),
  });
}
