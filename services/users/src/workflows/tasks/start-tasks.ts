import type { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { type AuditSending, sendAuditLog } from "../audit/send-audit-log.ts";
import { sendRequestedMailRegularly } from "../authentication/send-requested-mail.ts";
import { deleteOrganizationsRegularly, type Deleting } from "../deletions/run-deletions.ts";
import { syncDirectoriesRegularly, type Syncing } from "../directory/sync-directories-regularly.ts";
import { erasePeopleRegularly, type ErasingRegularly } from "../erasures/run-erasures.ts";
import { promoteFullMembersRegularly } from "../groups/promote-full-members.ts";
import { forgetMissedMailRegularly } from "../mail/forget-missed-mail.ts";
import { finishActionsRegularly } from "../operators/act-elsewhere.ts";
import { addUpUsageRegularly } from "../organization/add-up-usage.ts";

/** Those that tests start themselves. */
export interface Tasks {
  readonly fullMembers: PeriodicTask;
  readonly auditSending: AuditSending;
  readonly requestedMail: PeriodicTask;
  readonly deletions: Deleting;
  readonly erasures: ErasingRegularly;
  readonly directorySyncs: Syncing;
  readonly operatorActions: PeriodicTask;
}

/** Starts what every process does at an interval; ends with the stack. */
export function startTasks(ctx: Context, stack: AsyncDisposableStack): Tasks {
  stack.use(addUpUsageRegularly(ctx));
  stack.use(forgetMissedMailRegularly(ctx));
  return {
    fullMembers: stack.use(promoteFullMembersRegularly(ctx)),
    deletions: stack.use(deleteOrganizationsRegularly(ctx)),
    erasures: stack.use(erasePeopleRegularly(ctx)),
    directorySyncs: stack.use(syncDirectoriesRegularly(ctx)),
    operatorActions: stack.use(finishActionsRegularly(ctx)),
    auditSending: stack.use(sendAuditLog(ctx)),
    requestedMail: stack.use(sendRequestedMailRegularly(ctx)),
  };
}
