import type { Work } from "@team-chat/work";

import type { Context } from "../../context.ts";
import type { ActionRow } from "../../queries/organization/operator-actions.ts";

/** Describes what is done for an operator, for the audit log and the limits of statements. */
export function operatorWork(
  { log }: Pick<Context, "log">,
  { keyName, operation, requestId }: Pick<ActionRow, "keyName" | "operation" | "requestId">,
): Work {
  return {
    operation,
    author: () => ({ operation, request_id: requestId, actor: { operator: keyName } }),
    onGaveUp: ({ reason }) => {
      log.warn({ operation, reason }, "an operator's request was given up");
    },
  };
}
