import type { Identity } from "@team-chat/identity";

/** How the gateway calls other services for itself. */
export const self: Identity = { kind: "service", name: "gateway" };
