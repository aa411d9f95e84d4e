import { parseArgs } from "node:util";

import {
  addAuditDestination,
  type AuditDestination,
  getAuditDestinations,
  removeAuditDestination,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

/** `audit-destinations`: has an audit log sent to servers, or no more, and lists those that there are. */
export async function auditDestinations(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      new: { type: "string" },
      url: { type: "string" },
      authorization: { type: "string" },
      remove: { type: "string" },
    },
    allowPositionals: true,
  });
  const { authorization, new: name, url } = values;
  if ((name === undefined) !== (url === undefined))
    throw new UsageError("--new and --url go together.");
  if (authorization !== undefined && name === undefined)
    throw new UsageError("--authorization goes with --new.");
  const removed = values.remove === undefined ? null : Number(values.remove);
  if (removed !== null && !Number.isSafeInteger(removed))
    throw new UsageError("--remove takes the id of a destination.");
  const subdomain = onlySubdomain("audit-destinations", positionals);
  const { id: organizationId } = await operator.find(subdomain);
  if (removed !== null) {
    const input = { destination_id: removed };
    await operator.call(removeAuditDestination, { organizationId, input });
  }
  const made =
    name === undefined || url === undefined
      ? null
      : await operator.call(addAuditDestination, {
          organizationId,
          input: { name, url, ...(authorization !== undefined && { authorization }) },
        });
  const answer = await operator.call(getAuditDestinations, { organizationId, input: {} });
  const lines = answer.destinations.map(lineOf);
  const said = [
    ...(made === null ? [] : [`Secret that signs requests, shown this once: ${made.secret}`]),
    ...(lines.length === 0 ? ["The audit log is sent nowhere."] : lines),
  ];
  return { lines: said, json: { made, destinations: answer.destinations } };
}

function lineOf({ id, last_failure, last_success_at, name, state, url }: AuditDestination): string {
  const taken =
    last_success_at === null
      ? "has taken nothing"
      : `has taken something ${new Date(last_success_at * 1000).toISOString()}`;
  return [id, name, url, state, taken, ...(last_failure === null ? [] : [last_failure])].join("\t");
}
