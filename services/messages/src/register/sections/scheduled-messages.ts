import { presentScheduled } from "../../present/scheduled-message.ts";
import { registerSection } from "../registration/registration.ts";
import { scheduledRows } from "../registration/scheduled-rows.ts";

/** The caller's scheduled messages, soonest first. */
export const scheduledMessages = registerSection({
  name: "scheduled_messages",
  load: scheduledRows,
  render: (_, rows) => {
    const messages = rows.filter(({ reminderOf }) => reminderOf === null);
    return { scheduled_messages: messages.map(presentScheduled) };
  },
  spectator: { scheduled_messages: [] },
});
