import type { UserRecord } from "@team-chat/contract";

/** Whether somebody may see a user. */
export type Sees = (user: Pick<UserRecord, "id" | "isBot">) => boolean;
