import { registerSection } from "../../registration/registration.ts";

/** Users whom the caller muted. */
export const mutedUsers = registerSection({
  name: "muted_users",
  render: ({ own }) => ({ muted_users: own.mutedUsers }),
  spectator: { muted_users: [] },
});
