import { z } from "zod";

import { planNames } from "../internal/organization-limits.ts";
import { operation } from "../operation.ts";
import { operatorLimits } from "../operator/limits.ts";
import { usageDay } from "../operator/usage.ts";
import { json } from "../param.ts";

const mostDays = 366;

export const getRealmUsage = operation({
  name: "getRealmUsage",
  method: "GET",
  path: "/realm/usage",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    days: json(
      z
        .int()
        .min(1)
        .max(mostDays)
        .default(30)
        .describe("How many days, of which today is the last"),
    ),
  },
  response: z.object({
    plan: z.enum(planNames).describe("The plan, which whoever operates the server chooses"),
    limits: operatorLimits.describe("What the organization may have; null where there is no limit"),
    used: z
      .strictObject({
        people: z.int().describe("Active accounts of people but for guests"),
        guests: z.int().describe("Active accounts of guests"),
        bots: z.int().describe("Active bots"),
        outgoing_webhooks: z.int().describe("Active bots whose messages are posted elsewhere"),
        channels: z.int().describe("Channels that are not archived"),
        messages_per_day: z.int().describe("Messages that were sent today"),
        stored_mib: z.number().describe("MiB of uploaded files"),
      })
      .describe("How much of the limits that count something is used"),
    days: z.array(usageDay).describe("What was used on each day of UTC, the oldest first"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Read limits and usage\n\nFor administrators. Limits are raised by whoever operates the server.",
});
