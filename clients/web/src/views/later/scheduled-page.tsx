import type { ScheduledMessageObject } from "@team-chat/contract";

import { call } from "../../api/call.ts";
import { deleteScheduledMessage, listScheduledMessages } from "../../api/page-operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { type Conversation, directWith } from "../../state/conversation.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { narrowName } from "../conversation-name.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { MessageHtml } from "../messages/message-html.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import { ChangeScheduledDialog } from "./change-scheduled-dialog.tsx";
import { LaterFrame } from "./later-frame.tsx";

/** Lists messages that wait for their time, the soonest first, and those that could not be sent. */
export function ScheduledPage() {
  const scheduled = useLoaded(
    async () => (await call(listScheduledMessages, {})).scheduled_messages,
    ({ type }) => type === "scheduled_messages",
  );
  return (
    <LaterFrame current="scheduled">
      <Loading of={scheduled}>
        {(all) => (
          <>
            {all.length === 0 && <p class="soft hint">{t("scheduled.none")}</p>}
            <ul class="waiting">
              {all.map((message) => (
                <Scheduled key={message.scheduled_message_id} message={message} />
              ))}
            </ul>
          </>
        )}
      </Loading>
    </LaterFrame>
  );
}

function Scheduled({ message }: { readonly message: ScheduledMessageObject }) {
  const { client, dialogs } = useAppContext();
  const state = client.state.value;
  const attempt = useAttempt();
  const { scheduled_delivery_timestamp: at, scheduled_message_id: id } = message;
  const conversation = conversationOfScheduled(message, state.me);
  const place = narrowName(state, conversation);
  return (
    <li>
      <p class="place">
        <a href={addressOf(conversation, state)}>{place}</a>
        <time class="soft" dateTime={new Date(at * 1000).toISOString()}>
          {momentOf(at)}
        </time>
      </p>
      <Problem text={message.failed ? t("scheduled.failed") : ""} />
      <MessageHtml html={message.rendered_content} />
      <p class="actions">
        <button
          aria-label={t("scheduled.changeOf", { place })}
          onClick={() => {
            dialogs.open(() => Promise.resolve(<ChangeScheduledDialog message={message} />));
          }}
        >
          {t("later.edit")}
        </button>
        <button
          aria-label={t("scheduled.deleteOf", { place })}
          onClick={() =>
            void attempt.run(() => call(deleteScheduledMessage, { scheduled_message_id: id }))
          }
        >
          {t("message.delete")}
        </button>
      </p>
      <Problem text={attempt.problem.value} />
    </li>
  );
}

function conversationOfScheduled(message: ScheduledMessageObject, me: number): Conversation {
  return message.type === "stream"
    ? { kind: "topic", channelId: message.to, topic: message.topic }
    : directWith(message.to, me);
}
