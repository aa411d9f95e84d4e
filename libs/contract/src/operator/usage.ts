import { z } from "zod";

import { operatorOperation } from "./operator-operation.ts";

const maxDays = 366;
const dayMs = 86_400_000;

/** Use of one organization on one day (docs/hosting.md#usage). */
export const usageDay = z.object({
  day: z.string().describe("Of UTC, such as 2026-05-01"),
  people: z.int().describe("Most active accounts of people but for guests at one time"),
  guests: z.int().describe("Most active accounts of guests at one time"),
  bots: z.int().describe("Most active bots at one time"),
  active_people: z.int().describe("People who made a request"),
  messages: z.int().describe("Messages that were sent, also those that are deleted by now"),
  stored_bytes: z.int().describe("Most bytes of uploaded files at one time"),
  deliveries: z.int().describe("Messages to be delivered to outgoing webhooks"),
  requests: z.int().describe("Requests with credentials"),
  events: z.int().describe("Events that clients were given, heartbeats left out"),
  processor_ms: z.int().describe("Processor time that requests took in all services, in ms"),
  database_ms: z.int().describe("Time that their statements took in the database, in ms"),
});

export type UsageDay = z.infer<typeof usageDay>;

export const getUsage = operatorOperation({
  name: "getUsage",
  method: "GET",
  path: "/organizations/{organization_id}/usage",
  scope: "read",
  input: z
    .strictObject({
      from: z.iso.date(),
      to: z.iso.date(),
      format: z.enum(["json", "csv"]).default("json"),
    })
    .refine(({ from, to }) => from <= to, { path: ["to"], message: "is before the first day" })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxDays * dayMs, {
      path: ["to"],
      message: `is more than ${maxDays} days after the first`,
    }),
  output: z.object({ organization_id: z.int(), days: z.array(usageDay) }),
  csv: { rows: "days", columns: usageDay.keyof().options },
  doc: `What an organization used on each day of UTC from the first to the last, at most ${maxDays}; as JSON, or with \`format=csv\` as a table with one line for each day.`,
});
