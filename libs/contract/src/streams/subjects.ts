/**
 * The end of a subject. Bundles come from the service of that name, but those of messages that bots may have to be told
 * of from a source of their own, so that webhooks is not sent all the others.
 */
export const botsSource = "messages.bots";

/**
 * The source of bundles of messages that change nothing of what the channels service says of its channels, because it
 * was sent earlier ones just before (docs/subsystems/channels.md): it is not sent these. The name is that of earlier
 * releases.
 */
export const routineSource = "messages.talk";

/** Names the stream of one partition. */
export function eventStreamName(partition: number): string {
  return `EVENTS_${partition}`;
}

/** Names everything of one partition: the stream's subjects, and the filter of its consumers. */
export function partitionSubject(partition: number): string {
  return `events.${partition}.>`;
}

/** Names everything of one source in a partition. */
export function sourceSubject(partition: number, source: string): string {
  return `events.${partition}.*.${source}`;
}

/** Names the subject on which bundles of one realm are published. */
export function bundleSubject(partition: number, realmId: number, source: string): string {
  return `events.${partition}.${realmId}.${source}`;
}

/** Reads the realm of a bundle from its subject. */
export function realmOfSubject(subject: string): number {
  return Number(subject.split(".", 3)[2]);
}

/** Everything of one realm: the filter for replaying it alone. */
export function realmSubject(partition: number, realmId: number): string {
  return `events.${partition}.${realmId}.>`;
}

/**
 * Names the subject on which the holder of a realm's write lease is asked to release it; the payload is the realm id in
 * digits.
 */
export function leaseReleaseSubject(service: string): string {
  return `lease.release.${service}`;
}

/** Names the subject on which every living events process announces that it serves queues, and its addresses. */
export function memberSubject(): string {
  return "members.events";
}

/**
 * Names the subject on which a process that has just started asks all events processes to announce themselves at once.
 */
export function memberAskSubject(): string {
  return "members.ask";
}

/**
 * Names the subject on which processes of a service announce that they take requests, and where, or that they stop.
 */
export function arrivalSubject(service: string): string {
  return `arrivals.${service}`;
}

/** Names the subject on which everybody is asked for the layout of event streams that they have. */
export function layoutAskSubject(): string {
  return "layout.ask";
}

/** Names the subject on which a process says which layout it has. */
export function layoutSubject(): string {
  return "layout.announced";
}

/** Names the subject on which a process that has just started asks all others to announce themselves once more. */
export function arrivalAskSubject(): string {
  return "arrivals";
}
