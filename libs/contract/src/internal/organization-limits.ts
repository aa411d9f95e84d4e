import { z } from "zod";

import { maxUploadMib } from "../files/upload-file.ts";

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

/** Milliseconds in each second; more than a thousand are more than one processor or connection. */
const timePerSecond = z.int().min(1).max(1_000_000).nullable();

/** Limits what one organization has of each gateway; null where there is no limit (docs/hosting.md#fair-shares). */
export const organizationShare = z.object({
  /** Counts a dear request as several. */
  requestsPerSecond: z.int().min(1).max(1_000_000).nullable(),
  /** Limits requests that are being carried out at the same time. */
  concurrentRequests: z.int().min(1).max(100_000).nullable(),
  /** Limits the processor time that its requests take in all services. */
  processorMsPerSecond: timePerSecond,
  /** Limits the time that their statements take in the database. */
  databaseMsPerSecond: timePerSecond,
  /** Turns that it has, when requests wait, for each turn of an organization with weight 1. */
  weight: z.int().min(1).max(1000),
});

export type OrganizationShare = z.infer<typeof organizationShare>;

/** Share as another process tells it, perhaps one of the release before, which limits no times. */
export const announcedShare = organizationShare.extend({
  processorMsPerSecond: timePerSecond.default(null),
  databaseMsPerSecond: timePerSecond.default(null),
});

const quota = z.int().min(0).max(1_000_000_000).nullable();

/** Limits what one organization may have; null where there is no limit (docs/hosting.md#quotas). */
export const organizationQuotas = z.object({
  /** Counts active accounts of people but for guests. */
  people: quota,
  guests: quota,
  /** Counts active bots of all kinds, without those of the server. */
  bots: quota,
  /** Counts active bots whose messages are posted to another system; they are bots, too. */
  outgoingWebhooks: quota,
  /** Counts channels that are not archived. */
  channels: quota,
  /** Counts what is sent in a day of UTC, also what is deleted by now. */
  messagesPerDay: quota,
  /** Counts bytes of uploaded files. */
  storedMib: quota,
  /** Limits one uploaded file. */
  uploadMib: z.int().min(1).max(maxUploadMib),
  /** Counts event queues in one process of `events`. */
  queues: quota,
  /** Counts first tries of deliveries to outgoing webhooks that begin; others wait for theirs. */
  deliveriesPerMinute: z.int().min(1).max(1_000_000).nullable(),
  /** Counts events that its clients are given by one process of `events`; others come later, several at once. */
  eventsPerSecond: z.int().min(1).max(1_000_000).nullable(),
});

export type OrganizationQuotas = z.infer<typeof organizationQuotas>;

/** Quotas as another process tells them, perhaps one of the release before, without limits of deliveries and events. */
export const announcedQuotas = organizationQuotas.extend({
  deliveriesPerMinute: organizationQuotas.shape.deliveriesPerMinute.default(null),
  eventsPerSecond: organizationQuotas.shape.eventsPerSecond.default(null),
});

/** Quotas of an organization whose operator limits nothing but what the server takes at once. */
export const unlimitedQuotas: OrganizationQuotas = {
  people: null,
  guests: null,
  bots: null,
  outgoingWebhooks: null,
  channels: null,
  messagesPerDay: null,
  storedMib: null,
  uploadMib: maxUploadMib,
  queues: null,
  deliveriesPerMinute: null,
  eventsPerSecond: null,
};

/** Everything that an organization may have. */
export const organizationLimits = organizationShare.extend(organizationQuotas.shape);

export type OrganizationLimits = z.infer<typeof organizationLimits>;

/** Limits as another process tells them, perhaps one of the release before. */
export const announcedLimits = announcedShare.extend(announcedQuotas.shape);

export type LimitName = keyof OrganizationLimits;

const { shape } = organizationLimits;
const ofPlan = z.literal("plan");

/** Changes limits of one organization; `plan` takes those of its plan again. */
export const limitsChange = z
  .strictObject({
    requestsPerSecond: shape.requestsPerSecond.or(ofPlan),
    concurrentRequests: shape.concurrentRequests.or(ofPlan),
    processorMsPerSecond: shape.processorMsPerSecond.or(ofPlan),
    databaseMsPerSecond: shape.databaseMsPerSecond.or(ofPlan),
    weight: shape.weight.or(ofPlan),
    people: shape.people.or(ofPlan),
    guests: shape.guests.or(ofPlan),
    bots: shape.bots.or(ofPlan),
    outgoingWebhooks: shape.outgoingWebhooks.or(ofPlan),
    channels: shape.channels.or(ofPlan),
    messagesPerDay: shape.messagesPerDay.or(ofPlan),
    storedMib: shape.storedMib.or(ofPlan),
    uploadMib: shape.uploadMib.or(ofPlan),
    queues: shape.queues.or(ofPlan),
    deliveriesPerMinute: shape.deliveriesPerMinute.or(ofPlan),
    eventsPerSecond: shape.eventsPerSecond.or(ofPlan),
  })
  .partial();

export type LimitsChange = z.infer<typeof limitsChange>;
