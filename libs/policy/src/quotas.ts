import type { OrganizationQuotas } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

/** Names of what organizations have in numbers, as people read them in a refusal (docs/hosting.md#quotas). */
const quotaNames = {
  people: "people",
  guests: "guests",
  bots: "bots",
  outgoingWebhooks: "outgoing webhooks",
  channels: "channels",
  messagesPerDay: "messages a day",
  storedMib: "MiB of uploaded files",
  queues: "event queues",
} as const satisfies Partial<Record<keyof OrganizationQuotas, string>>;

export type QuotaName = keyof typeof quotaNames;

interface Use {
  /** Null for no limit; undefined where the release before told none. */
  readonly most: number | null | undefined;
  /** Number that there is; nobody else may change it meanwhile. */
  readonly used: number;
  readonly added?: number;
}

/** Refuses what would be more than an organization may have. What it has already stays. @throws BAD_REQUEST */
export function checkQuota(of: QuotaName, { added = 1, most, used }: Use): void {
  if (most === null || most === undefined || added <= 0 || used + added <= most) return;
  throw exceeded(of, { most, used }, "Whoever operates the server can raise it.");
}

/** Refuses a limit below what an organization has. @throws BAD_REQUEST */
export function checkQuotaCovers(of: QuotaName, { most, used }: Omit<Use, "added">): void {
  if (most === null || most === undefined || used <= most) return;
  throw exceeded(of, { most, used }, "With `force` that stays, and nothing comes on top.");
}

function exceeded(of: QuotaName, use: { most: number; used: number }, advice: string): AppError {
  const used = Math.ceil(use.used);
  const message = `This exceeds the organization's limit of ${use.most} ${quotaNames[of]}, of which it has ${used}. ${advice}`;
  return new AppError("BAD_REQUEST", message, { details: { limit: of, most: use.most, used } });
}
