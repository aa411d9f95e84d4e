import { type PlanName, planNames } from "@team-chat/contract";

import { UsageError } from "./usage.ts";

/** Returns the plan that an option names. @throws UsageError when there is none of the name */
export function asPlan(given: string | undefined): PlanName | undefined {
  const plan = planNames.find((name) => name === given);
  if (given === undefined || plan !== undefined) return plan;
  throw new UsageError(`--plan: there is no plan '${given}', but ${planNames.join(", ")}.`);
}
