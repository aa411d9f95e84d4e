import { writeAccounts } from "@team-chat/testkit";

import type { Bench } from "../../bench.ts";
import { openStack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { openTables } from "../../stack/database.ts";
import { findRootRealm } from "../../stack/members.ts";
import { signInOwner } from "../../stack/owner.ts";
import { openPart, partCase } from "../../stack/register-part.ts";

const people = 10_000;
const fewPeople = 500;

/** Measures the users service's part of a large organization's initial data. */
export const registerUsers: Bench = {
  name: "register-users",
  description: `The users service's part of a register with realm_users of ${people} people, warm, to the last byte (p50).`,
  floor: "a bare server that writes as many bytes from memory",
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const count = options.quick ? fewPeople : people;
    using api = await ApiClient.open(stack, 1);
    const credentials = await signInOwner(api);
    const own = await api.send(api.bytes("GET", { path: "/users/me", credentials }));
    const owner = { userId: Number(own["user_id"]), realmId: await findRootRealm(stack) };
    const db = await openTables(stack, "users", resources);
    await writeAccounts(db, { count, realmId: owner.realmId });
    const request = {
      fetch: ["realm_user"],
      clientGravatar: true,
      includeSubscribers: "false" as const,
      slimPresence: true,
      presenceHistoryLimitDays: 14,
      capabilities: {},
    };
    const part = await openPart(stack, { service: "users", owner, request }, resources);
    return [partCase(options, part, { label: `${count} people`, target: { maxRatio: 2 } })];
  },
};
