import { z } from "zod";

/** Numbers by which clients are told the plan of their organization (`realm_plan_type`). */
export const planTypes = {
  self_hosted: 1,
  limited: 2,
  standard: 3,
  standard_free: 4,
  plus: 10,
} as const;

export type PlanName = keyof typeof planTypes;

export const planNames = Object.keys(planTypes) as [PlanName, ...PlanName[]];

/** Limits what one organization has of each gateway; null where there is no limit (docs/hosting.md#fair-shares). */
export const organizationShare = z.object({
  /** Counts a dear request as several. */
  requestsPerSecond: z.int().min(1).max(1_000_000).nullable(),
  /** Limits requests that are being carried out at the same time. */
  concurrentRequests: z.int().min(1).max(100_000).nullable(),
  /** Turns that it has, when requests wait, for each turn of an organization with weight 1. */
  weight: z.int().min(1).max(1000),
});

export type OrganizationShare = z.infer<typeof organizationShare>;

const { concurrentRequests, requestsPerSecond, weight } = organizationShare.shape;

/** Changes limits of one organization; `plan` takes those of its plan again. */
export const limitsChange = z
  .strictObject({
    requestsPerSecond: requestsPerSecond.or(z.literal("plan")),
    concurrentRequests: concurrentRequests.or(z.literal("plan")),
    weight: weight.or(z.literal("plan")),
  })
  .partial();
