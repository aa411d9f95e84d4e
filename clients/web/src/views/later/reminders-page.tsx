import type { ReminderObject } from "@team-chat/contract";

import { call } from "../../api/call.ts";
import { deleteReminder, listReminders } from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { MessageHtml } from "../messages/message-html.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import { LaterFrame } from "./later-frame.tsx";

/** Lists what one wants to be reminded of, the soonest first. */
export function RemindersPage() {
  const reminders = useLoaded(
    async () => (await call(listReminders, {})).reminders,
    ({ type }) => type === "reminders",
  );
  return (
    <LaterFrame current="reminders">
      <Loading of={reminders}>
        {(all) => (
          <>
            {all.length === 0 && <p class="soft hint">{t("reminders.none")}</p>}
            <ul class="waiting">
              {all.map((reminder) => (
                <Reminder key={reminder.reminder_id} reminder={reminder} />
              ))}
            </ul>
          </>
        )}
      </Loading>
    </LaterFrame>
  );
}

function Reminder({ reminder }: { readonly reminder: ReminderObject }) {
  const attempt = useAttempt();
  const { failed, reminder_id: id, rendered_content: html } = reminder;
  const when = momentOf(reminder.scheduled_delivery_timestamp);
  return (
    <li>
      <p class="place">
        <strong>{when}</strong>
      </p>
      <Problem text={failed ? t("scheduled.failed") : ""} />
      <MessageHtml html={html} />
      <p class="actions">
        <button
          aria-label={t("reminders.deleteOf", { when })}
          onClick={() => void attempt.run(() => call(deleteReminder, { reminder_id: id }))}
        >
          {t("message.delete")}
        </button>
      </p>
      <Problem text={attempt.problem.value} />
    </li>
  );
}
