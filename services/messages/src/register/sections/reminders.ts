import { presentReminder } from "../../present/scheduled-message.ts";
import { registerSection } from "../registration/registration.ts";
import { scheduledRows } from "../registration/scheduled-rows.ts";

/** The caller's reminders, soonest first. */
export const reminders = registerSection({
  name: "reminders",
  load: scheduledRows,
  render: (_, rows) => {
    const wanted = rows.filter(({ reminderOf }) => reminderOf !== null);
    return { reminders: wanted.map(presentReminder) };
  },
  spectator: { reminders: [] },
});
