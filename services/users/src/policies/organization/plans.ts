import {
  type OrganizationLimits,
  organizationLimits,
  type OrganizationQuotas,
  organizationQuotas,
  type OrganizationShare,
  organizationShare,
  type PlanName,
  planNames,
  unlimitedQuotas,
} from "@team-chat/contract";
import { z } from "zod";

/** Limits of plans that differ from the default ones. */
export const planLimits = z.partialRecord(z.enum(planNames), organizationLimits.partial().strict());

export type PlanLimits = z.infer<typeof planLimits>;

const standard: OrganizationLimits = {
  requestsPerSecond: 100,
  concurrentRequests: 32,
  processorMsPerSecond: 1000,
  databaseMsPerSecond: 2000,
  weight: 4,
  people: 1000,
  guests: 1000,
  bots: 200,
  outgoingWebhooks: 50,
  channels: 2000,
  messagesPerDay: 200_000,
  storedMib: 102_400,
  uploadMib: 25,
  queues: 10_000,
  deliveriesPerMinute: 300,
  eventsPerSecond: 10_000,
};

/** Default limits of each plan (docs/hosting.md#plans). */
const defaults: Readonly<Record<PlanName, OrganizationLimits>> = {
  self_hosted: {
    requestsPerSecond: null,
    concurrentRequests: null,
    processorMsPerSecond: null,
    databaseMsPerSecond: null,
    weight: 1,
    ...unlimitedQuotas,
  },
  limited: {
    requestsPerSecond: 20,
    concurrentRequests: 8,
    processorMsPerSecond: 200,
    databaseMsPerSecond: 400,
    weight: 1,
    people: 50,
    guests: 50,
    bots: 20,
    outgoingWebhooks: 5,
    channels: 200,
    messagesPerDay: 10_000,
    storedMib: 1024,
    uploadMib: 10,
    queues: 1000,
    deliveriesPerMinute: 30,
    eventsPerSecond: 1000,
  },
  standard,
  standard_free: standard,
  plus: {
    requestsPerSecond: 400,
    concurrentRequests: 64,
    processorMsPerSecond: 4000,
    databaseMsPerSecond: 8000,
    weight: 10,
    people: 20_000,
    guests: 20_000,
    bots: 2000,
    outgoingWebhooks: 500,
    channels: 20_000,
    messagesPerDay: 2_000_000,
    storedMib: 1_048_576,
    uploadMib: 25,
    queues: 100_000,
    deliveriesPerMinute: 3000,
    eventsPerSecond: 100_000,
  },
};

/** A plan and what differs from it for one organization. */
export interface Planned {
  readonly plan: PlanName;
  /** Limits that differ from those of the plan. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/** Knows what organizations may have. */
export interface Plans {
  limitsOf(organization: Planned): OrganizationLimits;
  shareOf(organization: Planned): OrganizationShare;
  quotasOf(organization: Planned): OrganizationQuotas;
}

/** `changed` is what plans limit otherwise than by default. */
export function createPlans(changed: PlanLimits): Plans {
  const all = ({ limits, plan }: Planned) => ({ ...defaults[plan], ...changed[plan], ...limits });
  return {
    limitsOf: (organization) => organizationLimits.parse(all(organization)),
    shareOf: (organization) => organizationShare.parse(all(organization)),
    quotasOf: (organization) => organizationQuotas.parse(all(organization)),
  };
}
