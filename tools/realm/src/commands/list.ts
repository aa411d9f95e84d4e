import { listOrganizations, type Organization } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";
import { dueOf } from "./delete.ts";

const pageSize = 1000;

/** `list`: one line for each organization, or all as JSON. */
export async function list(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("list takes nothing but --json.");
  const all = await listAll(operator);
  const lines = all.length === 0 ? ["There is no organization yet."] : all.map(lineOf);
  return { lines, json: all };
}

function lineOf(one: Organization): string {
  const { active_accounts: active, deletion, id, name, plan, state, url } = one;
  return [
    id,
    url,
    name,
    plan,
    `${active} active`,
    ...(state === "active" ? [] : [state]),
    ...(deletion === null ? [] : [`to be deleted at ${dueOf({ deletion })}`]),
  ].join("\t");
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
