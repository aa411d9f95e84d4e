import { getMessageUsage, type UsageDay } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { listUsageDays } from "../../queries/organization/usage-days.ts";

const self = { kind: "service", name: "users" } as const;

interface Days {
  readonly realmId: number;
  /** Dates of UTC, both included. */
  readonly from: string;
  readonly to: string;
}

/** Loads what an organization used, day by day (docs/hosting.md#usage). @throws SERVICE_UNAVAILABLE */
export async function loadUsage(
  { db, messages }: Pick<Context, "db" | "messages">,
  asked: Days,
): Promise<UsageDay[]> {
  const { realmId } = asked;
  const [own, theirs] = await Promise.all([
    listUsageDays(db, asked),
    messages.call(getMessageUsage, self, asked, { realmId }),
  ]);
  const sent = new Map(theirs.days.map((one) => [one.day, one]));
  return own.map(({ activePeople, databaseUs, day, processorUs, ...counts }) => ({
    day,
    ...counts,
    active_people: activePeople,
    messages: sent.get(day)?.messages ?? 0,
    stored_bytes: sent.get(day)?.storedBytes ?? 0,
    processor_ms: Math.round(processorUs / 1000),
    database_ms: Math.round(databaseUs / 1000),
  }));
}
