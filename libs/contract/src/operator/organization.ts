import { z } from "zod";

import { planNames } from "../internal/organization-limits.ts";
import { pendingDeletion } from "./deletions.ts";
import { operatorLimits } from "./limits.ts";

/** An organization as its operator sees it. */
export const organization = z.object({
  id: z.int(),
  /** Empty for the organization of the root domain. */
  subdomain: z.string(),
  url: z.string(),
  name: z.string(),
  state: z.enum(["active", "suspended"]),
  /** Empty when nothing was said, and for active ones. */
  suspension_reason: z.string(),
  plan: z.enum(planNames),
  limits: operatorLimits,
  /**
   * Place of its process of messages in its ranking of them, counted around; 0 where hashing puts it, as it is where a
   * release without turns answers.
   */
  messages_turn: z.int().default(0),
  /** Active people and bots. */
  active_accounts: z.int(),
  /** Null while it is not to be deleted. */
  deletion: pendingDeletion.nullable(),
  /** UNIX seconds. */
  created_at: z.int(),
});

export type Organization = z.infer<typeof organization>;
