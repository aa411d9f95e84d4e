import { measureConsumers, type Nats } from "@team-chat/nats";
import { defineCounter, defineGauge, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { Context } from "./context.ts";
import { countWaitingMail } from "./queries/accounts/mail.ts";
import { countDestinations } from "./queries/audit/sending.ts";
import { countDeletions, longestDueDeletion } from "./queries/organization/deletions.ts";
import type { AuditSending } from "./workflows/audit/send-audit-log.ts";

export const waitingMail = defineGauge({
  name: "mail.waiting",
  unit: "{email}",
  meaning: "E-mails that are to be sent, those of all processes together.",
});
export const oldestMail = defineGauge({
  name: "mail.waiting.age",
  unit: "s",
  meaning: "Age of the oldest of them.",
});
export const sentMail = defineCounter({
  name: "mail.sent",
  unit: "{email}",
  meaning: "Tries of this process to hand an e-mail over, by whether they succeeded.",
  labels: ["outcome"],
});

export const deletions = defineGauge({
  name: "organizations.deletions",
  unit: "{organization}",
  meaning:
    "Organizations that are to be deleted, by state, those of all processes together; of those that `failed` something is left.",
  labels: ["state"],
});

export const deletionsDue = defineGauge({
  name: "organizations.deletions.due.age",
  unit: "s",
  meaning:
    "For how long the deletion that began first, or should have begun, is not done, of all processes together; 0 when none is due.",
});

export const directorySyncs = defineCounter({
  name: "directory.syncs",
  unit: "{synchronisation}",
  meaning:
    "Synchronisations of this process with organizations' directories, by outcome; one that was `refused` would have deactivated suspiciously many people.",
  labels: ["outcome"],
});

export const auditDestinations = defineGauge({
  name: "audit.destinations",
  unit: "{server}",
  meaning:
    "Servers that the audit log is sent to, by state (`working`, `failing`, `paused`), those of all processes together.",
  labels: ["state"],
});
export const failingDestinations = defineGauge({
  name: "audit.destinations.failing.age",
  unit: "s",
  meaning:
    "For how long the one of them that fails longest has taken nothing; 0 when none fails. Those that are paused do not count.",
});
export const overdueDestinations = defineGauge({
  name: "audit.destinations.overdue.age",
  unit: "s",
  meaning:
    "For how long the one of them that is due first, and that nobody sends to, has been due; 0 when none is.",
});
export const auditSteps = defineCounter({
  name: "audit.destinations.steps",
  unit: "{step}",
  meaning:
    "What this process has done for them: `sent`, `failed`, `nothing` where there was nothing new, `put_off` when another service did not answer, `begun_anew` after a restore, `paused` after a week.",
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
