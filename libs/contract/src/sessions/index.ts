import { endOtherSessions } from "./end-other-sessions.ts";
import { endSession } from "./end-session.ts";
import { listSessions } from "./list-sessions.ts";

export { endOtherSessions, endSession, listSessions };

export const sessionsOperations = [listSessions, endSession, endOtherSessions] as const;
