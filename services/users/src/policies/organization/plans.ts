import {
  type OrganizationShare,
  organizationShare,
  type PlanName,
  planNames,
} from "@team-chat/contract";
import { z } from "zod";

/** Limits of plans that differ from the default ones. */
export const planLimits = z.partialRecord(z.enum(planNames), organizationShare.partial().strict());

export type PlanLimits = z.infer<typeof planLimits>;

/** Default limits of each plan (docs/hosting.md#plans). */
const defaults: Readonly<Record<PlanName, OrganizationShare>> = {
  self_hosted: { requestsPerSecond: null, concurrentRequests: null, weight: 1 },
  limited: { requestsPerSecond: 20, concurrentRequests: 8, weight: 1 },
  standard: { requestsPerSecond: 100, concurrentRequests: 32, weight: 4 },
  standard_free: { requestsPerSecond: 100, concurrentRequests: 32, weight: 4 },
  plus: { requestsPerSecond: 400, concurrentRequests: 64, weight: 10 },
};

interface Planned {
  readonly plan: PlanName;
  /** Limits that differ from those of the plan. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/** Knows what organizations may have. */
export interface Plans {
  shareOf(organization: Planned): OrganizationShare;
}

/** `changed` is what plans limit otherwise than by default. */
export function createPlans(changed: PlanLimits): Plans {
  return {
    shareOf: ({ limits, plan }) =>
      organizationShare.parse({ ...defaults[plan], ...changed[plan], ...limits }),
  };
}
