import { parseArgs } from "node:util";

import { limitsChange, type Organization, updateOrganization } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import { asPlan } from "../plan-name.ts";
import { UsageError } from "../usage.ts";

/** `plan`: changes what an organization may have; returns all of it. */
export async function changePlan(
  operator: OperatorClient,
  args: readonly string[],
): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      plan: { type: "string" },
      "requests-per-second": { type: "string" },
      "concurrent-requests": { type: "string" },
      weight: { type: "string" },
    },
    allowPositionals: true,
  });
  const [subdomain, ...rest] = positionals;
  if (subdomain === undefined || rest.length > 0) throw new UsageError("plan takes one subdomain.");
  const limits = {
    requests_per_second: asLimit(values["requests-per-second"], "requestsPerSecond"),
    concurrent_requests: asLimit(values["concurrent-requests"], "concurrentRequests"),
    weight: asLimit(values.weight, "weight"),
  };
  const input = { plan: asPlan(values.plan), limits };
  const { id: organizationId } = await operator.find(subdomain);
  const { organization } = await operator.call(updateOrganization, { organizationId, input });
  return [
    `The organization '${subdomain}' has the plan ${organization.plan}:`,
    ...linesOf(organization),
  ];
}

function linesOf({ limits }: Organization): string[] {
  return [
    `  requests a second\t${textOf(limits.requests_per_second)}`,
    `  requests at once\t${textOf(limits.concurrent_requests)}`,
    `  weight\t${limits.weight}`,
  ];
}

function textOf(limit: number | null): string {
  return limit === null ? "no limit" : String(limit);
}

const limitFields = limitsChange.shape;
const words: ReadonlyMap<string | undefined, unknown> = new Map<string | undefined, unknown>([
  [undefined, undefined],
  ["none", null],
  ["plan", "plan"],
]);

/** Reads a limit. @throws UsageError when it may not be that */
function asLimit<Name extends keyof typeof limitFields>(given: string | undefined, name: Name) {
  const parsed = limitFields[name].safeParse(words.has(given) ? words.get(given) : Number(given));
  if (parsed.success) return parsed.data;
  const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${option}: '${String(given)}' cannot be this limit.`);
}
