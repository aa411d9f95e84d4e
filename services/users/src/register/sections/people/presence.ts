import { presentPresences } from "../../../present/presences.ts";
import { registerSection } from "../../registration/registration.ts";

/** People who were seen in the last days, in the form that the client reads. */
export const presence = registerSection({
  name: "presence",
  render: ({ hostname, nowMs, presence: known, request, sees, view }) => ({
    ...presentPresences(
      { view, presence: known, hostname, sees, nowMs },
      {
        isSlim: request.slimPresence,
        since: -1,
        historyDays: request.presenceHistoryLimitDays,
      },
    ),
  }),
  spectator: { presences: {}, presence_last_update_id: -1 },
});
