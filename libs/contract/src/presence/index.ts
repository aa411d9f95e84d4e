import { getRealmPresence } from "./get-realm-presence.ts";
import { getUserPresence } from "./get-user-presence.ts";
import { updateOwnPresence } from "./update-own-presence.ts";

export { getRealmPresence, getUserPresence, updateOwnPresence };

export const presenceOperations = [updateOwnPresence, getUserPresence, getRealmPresence] as const;
