import { registerSection } from "../../registration/registration.ts";

/** Words that the caller wants to be alerted by. */
export const alertWords = registerSection({
  name: "alert_words",
  render: ({ own }) => ({ alert_words: own.alertWords }),
  spectator: { alert_words: [] },
});
