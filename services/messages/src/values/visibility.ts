import type { UserRecord } from "@team-chat/contract";

/** Tells whether somebody may see a user. */
export type Sees = (user: Pick<UserRecord, "id" | "isBot">) => boolean;
