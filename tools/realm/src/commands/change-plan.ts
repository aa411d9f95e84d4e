import { parseArgs } from "node:util";

import { changePlan as operation, limitsChange, type OrganizationShare } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";
import { asPlan } from "../plan-name.ts";
import { UsageError } from "../usage.ts";

/** `plan`: changes what an organization may have; returns all of it. */
export async function changePlan(operator: Operator, args: readonly string[]): Promise<string[]> {
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
    requestsPerSecond: asLimit(values["requests-per-second"], "requestsPerSecond"),
    concurrentRequests: asLimit(values["concurrent-requests"], "concurrentRequests"),
    weight: asLimit(values.weight, "weight"),
  };
  const input = { subdomain, plan: asPlan(values.plan), limits };
  const { plan, share } = await operator.users.call(operation, operatorIdentity, input, {
    realmId: 0,
  });
  return [`The organization '${subdomain}' has the plan ${plan}:`, ...linesOf(share)];
}

function linesOf({ concurrentRequests, requestsPerSecond, weight }: OrganizationShare): string[] {
  return [
    `  requests a second\t${textOf(requestsPerSecond)}`,
    `  requests at once\t${textOf(concurrentRequests)}`,
    `  weight\t${weight}`,
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
