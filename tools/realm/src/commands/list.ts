import { parseArgs } from "node:util";

import { listRealms } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";

/** `list`: one line for each organization, or all as JSON. */
export async function list(operator: Operator, args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  const { realms } = await operator.users.call(listRealms, operatorIdentity, {}, { realmId: 0 });
  if (values.json === true) return [JSON.stringify(realms)];
  if (realms.length === 0) return ["There is no organization yet."];
  return realms.map(
    ({ id, url, name, activeUsers, deactivated }) =>
      `${id}\t${url}\t${name}\t${activeUsers} active${deactivated ? "\tdeactivated" : ""}`,
  );
}
