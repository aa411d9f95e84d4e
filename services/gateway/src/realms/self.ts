import type { Identity } from "@team-chat/identity";

/** Identifies the gateway in calls to other services that it makes for itself. */
export const self: Identity = { kind: "service", name: "gateway" };
