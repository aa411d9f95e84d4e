import { useSignal } from "@preact/signals";
import type { ScheduledMessageObject } from "@team-chat/contract";

import { call } from "../../api/call.ts";
import { updateScheduledMessage } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Dialog } from "../shell/dialog.tsx";
import { fieldOf, secondsOf } from "./times.ts";

/** Changes what a scheduled message says, and when it is sent. */
export function ChangeScheduledDialog({ message }: { readonly message: ScheduledMessageObject }) {
  const { client, dialogs } = useAppContext();
  const content = useSignal(message.content);
  const at = useSignal(fieldOf(message.scheduled_delivery_timestamp));
  const attempt = useAttempt();
  const save = async () => {
    const changed = {
      scheduled_message_id: message.scheduled_message_id,
      content: content.peek(),
      scheduled_delivery_timestamp: secondsOf(at.peek()),
    };
    if (await attempt.submit(() => call(updateScheduledMessage, changed))) dialogs.close();
  };
  return (
    <Dialog label={t("scheduled.change")} title={t("scheduled.change")}>
      <Form onSubmit={() => void save()}>
        <Field
          label={t("scheduled.content")}
          value={content}
          maxLength={client.state.value.organization.maxMessageLength}
          isLong
          isRequired
        />
        <Field label={t("scheduled.when")} type="datetime-local" value={at} isRequired />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button" disabled={attempt.isBusy.value}>
            {t("scheduled.save")}
          </button>
        </p>
      </Form>
    </Dialog>
  );
}
