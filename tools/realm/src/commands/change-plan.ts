import { parseArgs } from "node:util";

import {
  operatorLimitNames,
  operatorLimitsChange,
  type Organization,
  updateOrganization,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { asPlan } from "../plan-name.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

const names = Object.values(operatorLimitNames);
const optionOf = (name: string) => name.replaceAll("_", "-");

/** `plan`: changes what an organization may have; returns all of it. */
export async function changePlan(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      plan: { type: "string" },
      force: { type: "boolean", default: false },
      ...Object.fromEntries(names.map((name) => [optionOf(name), { type: "string" } as const])),
    },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("plan", positionals);
  const given = new Map<string, unknown>(Object.entries(values));
  const limits = names.map((name) => [name, limitOf(name, given.get(optionOf(name)))]);
  const input = {
    plan: asPlan(values.plan),
    limits: operatorLimitsChange.parse(Object.fromEntries(limits)),
    force: values.force,
  };
  const { id: organizationId } = await operator.find(subdomain);
  const { organization } = await operator.call(updateOrganization, { organizationId, input });
  const lines = [
    `The organization '${subdomain}' has the plan ${organization.plan}:`,
    ...linesOf(organization),
  ];
  return { lines, json: organization };
}

function linesOf({ limits }: Organization): string[] {
  return names.map((name) => `  ${name.replaceAll("_", " ")}\t${limits[name] ?? "no limit"}`);
}

const words: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  [undefined, undefined],
  ["none", null],
  ["plan", "plan"],
]);

/** Reads a limit. @throws UsageError when it may not be that */
function limitOf(name: (typeof names)[number], given: unknown): unknown {
  const value = words.has(given) ? words.get(given) : Number(given);
  if (operatorLimitsChange.shape[name].safeParse(value).success) return value;
  throw new UsageError(`--${optionOf(name)}: '${String(given)}' cannot be this limit.`);
}
