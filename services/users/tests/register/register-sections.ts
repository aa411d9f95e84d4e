import { parseSections, registerOperations, type RegisterRequest } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Name } from "../people.ts";
import type { World } from "../world.ts";

/** Returns the initial data of a user's client for these sections (null for all). */
export async function registerSections(
  world: World,
  as: Name | Caller,
  request: Pick<RegisterRequest, "fetch"> & Partial<RegisterRequest>,
): Promise<Record<string, unknown>> {
  const input: RegisterRequest = {
    clientGravatar: false,
    includeSubscribers: "false",
    slimPresence: true,
    presenceHistoryLimitDays: 14,
    capabilities: { user_settings_object: true },
    ...request,
  };
  const identity = typeof as === "string" ? world.people[as].identity : as;
  return parseSections(await world.call(registerOperations.users, input, identity));
}
