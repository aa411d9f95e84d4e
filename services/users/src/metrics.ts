import { measureConsumers, type Nats } from "@team-chat/nats";
import { defineCounter, defineGauge, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { Context } from "./context.ts";
import { countWaitingMail } from "./queries/accounts/mail.ts";
import { countDeletions } from "./queries/organization/deletions.ts";

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

export const directorySyncs = defineCounter({
  name: "directory.syncs",
  unit: "{synchronisation}",
  meaning:
    "Synchronisations of this process with organizations' directories, by outcome; one that was `refused` would have deactivated suspiciously many people.",
  labels: ["outcome"],
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
    realms,
    signIns,
  }: Pick<Context, "db" | "mail" | "members" | "realms" | "signIns">,
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
  metrics.observe([deletions], async (tell) => {
    for (const { count, state } of await countDeletions(db)) tell(deletions, count, { state });
  });
  metrics.observe([waitingMail, oldestMail], async (tell) => {
    const { count, seconds } = await countWaitingMail(db);
    tell(waitingMail, count);
    tell(oldestMail, seconds);
  });
}
