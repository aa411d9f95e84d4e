import { measureConsumers, type Nats } from "@team-chat/nats";
import { defineCounter, defineGauge, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { Context } from "./context.ts";
import { countWaitingMail } from "./queries/accounts/mail.ts";
import { countDestinations } from "./queries/audit/sending.ts";
import { countDeletions, longestDueDeletion } from "./queries/organization/deletions.ts";
import type { AuditSending } from "./workflows/audit/send-audit-log.ts";

export const waitingMail = defineGauge({
  name: "mail.waiting",
  title: "Waiting e-mail",
  unit: "{email}",
  meaning: "E-mails that are to be sent, those of all processes together.",
  isShared: true,
});
export const oldestMail = defineGauge({
  name: "mail.waiting.age",
  title: "Oldest waiting e-mail",
  unit: "s",
  meaning: "Age of the oldest e-mail that is to be sent.",
  isShared: true,
});
export const sentMail = defineCounter({
  name: "mail.sent",
  title: "E-mail handed over",
  unit: "{email}",
  meaning: "Tries of this process to hand an e-mail over, by whether they succeeded.",
  labels: ["outcome"],
});

export const deletions = defineGauge({
  name: "organizations.deletions",
  title: "Deletions of organizations",
  unit: "{organization}",
  meaning:
    "Organizations that are to be deleted, by state, those of all processes together; of those that `failed` something is left.",
  labels: ["state"],
  isShared: true,
});

export const deletionsDue = defineGauge({
  name: "organizations.deletions.due.age",
  title: "Longest due deletion",
  unit: "s",
  meaning:
    "For how long the deletion that began first, or should have begun, is not done, of all processes together; 0 when none is due.",
  isShared: true,
});

export const directorySyncs = defineCounter({
  name: "directory.syncs",
  title: "Directories synchronised",
  unit: "{synchronisation}",
  meaning:
    "Synchronisations of this process with organizations' directories, by outcome; one that was `refused` would have deactivated suspiciously many people.",
  labels: ["outcome"],
});

export const auditDestinations = defineGauge({
  name: "audit.destinations",
  title: "Servers of audit logs",
  unit: "{server}",
  meaning:
    "Servers that the audit log is sent to, by state (`working`, `failing`, `paused`), those of all processes together.",
  labels: ["state"],
  isShared: true,
});
export const failingDestinations = defineGauge({
  name: "audit.destinations.failing.age",
  title: "Audit log not taken for",
  unit: "s",
  meaning:
    "For how long the server that fails longest has taken nothing of an audit log; 0 when none fails. Servers that are paused do not count.",
  isShared: true,
});
export const overdueDestinations = defineGauge({
  name: "audit.destinations.overdue.age",
  title: "Audit log overdue for",
  unit: "s",
  meaning:
    "For how long the server that is due first, and that nobody sends its audit log to, has been due; 0 when none is.",
  isShared: true,
});
export const auditSteps = defineCounter({
  name: "audit.destinations.steps",
  title: "Audit logs sent",
  unit: "{step}",
  meaning:
    "What this process has done for servers of audit logs: `sent`, `failed`, `nothing` where there was nothing new, `put_off` when another service did not answer, `begun_anew` after a restore, `paused` after a week.",
  labels: ["state"],
});

interface Streams {
  readonly nats: Nats;
  readonly partitions: number;
}

/** Measures what the service has beyond requests: e-mail, caches and consumers. */
export function measureUsers(
  metrics: Metrics,
  {
    db,
    mail,
    members,
    now,
    realms,
    signIns,
  }: Pick<Context, "db" | "mail" | "members" | "now" | "realms" | "signIns">,
  { nats, partitions }: Streams,
): void {
  measureConsumers(metrics, nats, { durables: ["sight_channels", "sight_users"], partitions });
  measureCaches(metrics, { realms, channels: members });
  metrics.observe([sentMail], (tell) => {
    tell(sentMail, mail.sent, { outcome: "success" });
    tell(sentMail, mail.failed, { outcome: "failure" });
  });
  metrics.observe([directorySyncs], (tell) => {
    for (const [outcome, count] of signIns.directories.syncs.entries())
      tell(directorySyncs, count, { outcome });
  });
  metrics.observe([deletions, deletionsDue], async (tell) => {
    for (const { count, state } of await countDeletions(db)) tell(deletions, count, { state });
    tell(deletionsDue, await longestDueDeletion(db, now()));
  });
  metrics.observe([waitingMail, oldestMail], async (tell) => {
    const { count, seconds } = await countWaitingMail(db);
    tell(waitingMail, count);
    tell(oldestMail, seconds);
  });
}

/** Measures what is sent to destinations of the audit log. */
export function measureAuditSending(
  metrics: Metrics,
  { db, now }: Pick<Context, "db" | "now">,
  { worker }: AuditSending,
): void {
  metrics.observe([auditSteps], (tell) => {
    for (const [state, count] of worker.steps) tell(auditSteps, count, { state });
  });
  metrics.observe([auditDestinations, failingDestinations, overdueDestinations], async (tell) => {
    const { failingSeconds, overdueSeconds, ...counts } = await countDestinations(
      db,
      new Date(now()),
    );
    for (const [state, count] of Object.entries(counts)) tell(auditDestinations, count, { state });
    tell(failingDestinations, failingSeconds);
    tell(overdueDestinations, overdueSeconds);
  });
}
