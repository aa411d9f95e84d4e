import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { createReminder, deleteReminder } from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field } from "../forms/field.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Dialog } from "../shell/dialog.tsx";
import { TimeChoice } from "./time-choice.tsx";

const maxNoteLength = 500;

/** Asks when one wants to be reminded of a message, and of what. */
export function RemindDialog({ messageId }: { readonly messageId: number }) {
  const { dialogs, notices } = useAppContext();
  const note = useSignal("");
  const attempt = useAttempt();
  const remind = async (at: number) => {
    const asked = { message_id: messageId, scheduled_delivery_timestamp: at };
    const said = note.peek().trim();
    let id = 0;
    const isKept = await attempt.submit(async () => {
      const given = said === "" ? asked : { ...asked, note: said };
      id = (await call(createReminder, given)).reminder_id;
    });
    if (!isKept) return;
    dialogs.close();
    const undo = () => {
      call(deleteReminder, { reminder_id: id }).catch((error: unknown) => {
        notices.refuse(error);
      });
    };
    notices.say(t("reminders.kept", { when: momentOf(at) }), { undo });
  };
  return (
    <Dialog label={t("reminders.remind")} title={t("reminders.remind")}>
      <Field label={t("reminders.note")} value={note} maxLength={maxNoteLength} />
      <TimeChoice
        label={t("reminders.set")}
        attempt={attempt}
        onChoose={(seconds) => void remind(seconds)}
      />
    </Dialog>
  );
}
