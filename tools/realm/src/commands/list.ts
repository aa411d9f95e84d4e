import { parseArgs } from "node:util";

import { listOrganizations, type Organization } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import { dueOf } from "./delete.ts";

const pageSize = 1000;

/** `list`: one line for each organization, or all as JSON. */
export async function list(operator: OperatorClient, args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  const all = await listAll(operator);
  if (values.json === true) return [JSON.stringify(all)];
  if (all.length === 0) return ["There is no organization yet."];
  return all.map(({ active_accounts: active, deletion, id, name, plan, state, url }) =>
    [
      id,
      url,
      name,
      plan,
      `${active} active`,
      ...(state === "active" ? [] : [state]),
      ...(deletion === null ? [] : [`to be deleted at ${dueOf({ deletion })}`]),
    ].join("\t"),
  );
}

async function listAll(operator: OperatorClient): Promise<readonly Organization[]> {
  const all: Organization[] = [];
  for (;;) {
    const input = { after: all.at(-1)?.id ?? 0, limit: pageSize };
    const { organizations } = await operator.call(listOrganizations, { input });
    all.push(...organizations);
    if (organizations.length < pageSize) return all;
  }
}
