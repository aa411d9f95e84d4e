import { endOtherSessions } from "./end-other-sessions.ts";
import { endSession } from "./end-session.ts";
import { endUserSessions } from "./end-user-sessions.ts";
import { listSessions } from "./list-sessions.ts";

export { endOtherSessions, endSession, endUserSessions, listSessions };

export const sessionsOperations = [
  listSessions,
  endSession,
  endOtherSessions,
  endUserSessions,
] as const;
