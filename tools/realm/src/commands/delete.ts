import { parseArgs } from "node:util";

import {
  cancelDeletion as cancel,
  listDeletions as listOperation,
  mostDeletionDays,
  type OperatorDeletion,
  type Organization,
  scheduleDeletion,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

const pageSize = 1000;

/** `delete`: has a suspended organization deleted once some days have passed. */
export async function deleteOrganization(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      confirm: { type: "string" },
      "in-days": { type: "string" },
    },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("delete", positionals);
  const { "in-days": inDays, confirm } = values;
  if (confirm === undefined)
    throw new UsageError(
      `delete needs --confirm with the address once more: --confirm ${subdomain}`,
    );
  const { id: organizationId } = await operator.find(subdomain);
  const input = { confirm, in_days: inDays === undefined ? undefined : asDays(inDays) };
  const { organization } = await operator.call(scheduleDeletion, { organizationId, input });
  const lines = [
    `The organization '${subdomain}' is deleted with everything that it has at ${dueOf(organization)}.`,
    `Until then: npm run realm -- cancel-deletion ${subdomain || '""'}`,
  ];
  return { lines, json: organization };
}

/** `cancel-deletion`: keeps an organization. */
export async function cancelDeletion(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const subdomain = onlySubdomain("cancel-deletion", args);
  const { id: organizationId } = await operator.find(subdomain);
  const { organization } = await operator.call(cancel, { organizationId, input: {} });
  const said = `The organization '${subdomain}' stays. It is still suspended.`;
  return { lines: [said], json: organization };
}

/** `deletions`: those that wait or are under way, and what became of the others. */
export async function listDeletions(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("deletions takes nothing but --json.");
  const all: OperatorDeletion[] = [];
  for (;;) {
    const input = { after: all.at(-1)?.organization_id ?? 0, limit: pageSize };
    const { deletions } = await operator.call(listOperation, { input });
    all.push(...deletions);
    if (deletions.length < pageSize) break;
  }
  const none = "No organization was deleted or is to be.";
  return { lines: all.length === 0 ? [none] : all.map(describe), json: all };
}

/** Returns when an organization is deleted; empty while it is not to be. */
export function dueOf({ deletion }: Pick<Organization, "deletion">): string {
  return deletion === null ? "" : timeOf(deletion.due_at);
}

function describe(one: OperatorDeletion): string {
  const left = one.remaining.map(({ count, place, service }) => `${service} ${place}: ${count}`);
  const what = {
    scheduled: [`is deleted at ${timeOf(one.due_at)}`],
    running: [one.step, `${one.deleted} deleted so far`, one.failure],
    failed: ["something is left", ...left, `tried again at ${timeOf(one.due_at)}`],
    done: [
      `deleted at ${timeOf(one.finished_at ?? 0)}`,
      `${one.deleted} deleted`,
      `nothing left in ${one.places} places`,
    ],
  }[one.state];
  const words = what.filter((word) => word !== "");
  return [one.organization_id, one.subdomain, one.state, ...words].join("\t");
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** @throws UsageError */
function asDays(given: string): number {
  const days = Number(given);
  if (!/^\d+$/.test(given) || days > mostDeletionDays)
    throw new UsageError(`--in-days is a whole number up to ${mostDeletionDays}.`);
  return days;
}
