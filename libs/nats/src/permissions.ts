import {
  arrivalAskSubject,
  arrivalSubject,
  botsSource,
  layoutAskSubject,
  layoutSubject,
  leaseReleaseSubject,
  memberAskSubject,
  memberSubject,
  routineSource,
} from "@team-chat/contract";

import { buckets, type Durable, layoutKey } from "./durables.ts";

/** Subjects that a user of NATS may publish to, or listen to, with wildcards. */
interface Subjects {
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
}

/** Rights of a service at NATS, which refuses everything else. */
export interface Permissions {
  readonly publish: Subjects;
  readonly subscribe: Subjects;
}

/** Returns the subjects on which a process of that name gets its answers, which no other service may hear. */
export function inboxOf(name: string): string {
  return `_INBOX.${name}`;
}

const api = "$JS.API";

/** Reads what streams and buckets hold, and where they stand. */
const reading = [
  `${api}.INFO`,
  `${api}.STREAM.INFO.*`,
  `${api}.STREAM.MSG.GET.*`,
  `${api}.DIRECT.GET.>`,
  `${api}.CONSUMER.INFO.>`,
];

/** Follows streams with consumers of its own, which end with it. */
const following = [
  ...reading,
  `${api}.CONSUMER.CREATE.>`,
  `${api}.CONSUMER.DURABLE.CREATE.>`,
  `${api}.CONSUMER.DELETE.>`,
  `${api}.CONSUMER.MSG.NEXT.>`,
  "$JS.ACK.>",
  "$JS.FC.>",
];

/** Hears of epochs and of what databases lose, and of nothing else. */
const epochs = `KV_${buckets.epochs}`;
const hearingOfLosses = [
  `${api}.INFO`,
  `${api}.STREAM.INFO.${epochs}`,
  `${api}.STREAM.MSG.GET.${epochs}`,
  `${api}.CONSUMER.INFO.${epochs}.>`,
  `${api}.CONSUMER.CREATE.${epochs}.>`,
  `${api}.CONSUMER.DELETE.${epochs}.>`,
  "$JS.FC.>",
];

/** Takes entries out of the bucket of queues, and nothing else anywhere. */
const endingQueues = [`${api}.STREAM.PURGE.KV_${buckets.queues}`];

/** Creates streams, buckets and consumers where they were lost, but never takes anything out of them. */
const provisioning = [...following, `${api}.STREAM.CREATE.*`, `${api}.STREAM.UPDATE.*`];

/** Hears which processes come and go, asks for those that are there, and says which layout it has itself. */
const calling = {
  publish: [arrivalAskSubject(), layoutSubject()],
  subscribe: [arrivalSubject("*"), layoutAskSubject()],
};

/** Handles the bundles of durable consumers, and watches for epochs. */
function consuming(...durables: readonly Durable[]): readonly string[] {
  return [
    ...reading,
    ...hearingOfLosses,
    ...durables.flatMap((durable) => [
      `${api}.CONSUMER.CREATE.*.${durable}.>`,
      `${api}.CONSUMER.DURABLE.CREATE.*.${durable}`,
      `${api}.CONSUMER.DELETE.*.${durable}`,
      `${api}.CONSUMER.MSG.NEXT.*.${durable}`,
      `$JS.ACK.*.${durable}.>`,
    ]),
  ];
}

/**
 * Writes the events of its own sources, deletes what its database has lost of them, and asks for leases of its own.
 */
function writing(name: string, sources: readonly string[] = [name]): readonly string[] {
  return [
    ...provisioning,
    `${api}.STREAM.MSG.DELETE.*`,
    ...sources.map((source) => `events.*.*.${source}`),
    `$KV.${buckets.epochs}.>`,
    leaseReleaseSubject(name),
    ...calling.publish,
    arrivalSubject(name),
  ];
}

/** Hears what is asked of a process that others call and that writes. */
function asked(name: string): readonly string[] {
  return [leaseReleaseSubject(name), ...calling.subscribe, arrivalAskSubject()];
}

function permissions(
  name: string,
  publish: readonly string[],
  subscribe: readonly string[] = [],
): Permissions {
  return {
    publish: { allow: publish },
    subscribe: { allow: [`${inboxOf(name)}.>`, ...subscribe] },
  };
}

/** Users of NATS by name, and what each of them may do there. */
export const natsPermissions = {
  users: permissions("users", writing("users"), asked("users")),
  channels: permissions("channels", writing("channels"), asked("channels")),
  messages: permissions(
    "messages",
    writing("messages", ["messages", botsSource, routineSource]),
    asked("messages"),
  ),
  events: permissions(
    "events",
    [
      ...following,
      ...endingQueues,
      `$KV.${buckets.queues}.>`,
      memberSubject(),
      memberAskSubject(),
      ...calling.publish,
    ],
    [memberSubject(), memberAskSubject(), ...calling.subscribe],
  ),
  webhooks: permissions(
    "webhooks",
    [...consuming("webhooks", "pushes", "mails"), ...calling.publish, arrivalSubject("webhooks")],
    [...calling.subscribe, arrivalAskSubject()],
  ),
  gateway: permissions(
    "gateway",
    [...hearingOfLosses, memberAskSubject(), ...calling.publish],
    [memberSubject(), ...calling.subscribe],
  ),
  migrate: permissions(
    "migrate",
    [...provisioning, `$KV.${buckets.epochs}.${layoutKey}`, layoutAskSubject()],
    [layoutSubject()],
  ),
} as const satisfies Readonly<Record<string, Permissions>>;

export type NatsClient = keyof typeof natsPermissions;
