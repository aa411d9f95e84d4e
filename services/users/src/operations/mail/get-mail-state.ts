import type { getMailState as contract } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";

/** Tells whether e-mail has a way out. */
export function getMailState({ mail }: Context): Promise<z.input<typeof contract.output>> {
  return Promise.resolve({ isSent: mail.mayLeave });
}
