import { operations } from "@team-chat/contract";

import type { Person } from "../in-process/realm.ts";
import { request } from "../request.ts";
import { type Stage, topic } from "./stage.ts";

type Params = Readonly<Record<string, unknown>>;

/** Users whom a reader asks about one by one. */
type Users = readonly number[];

const page = { anchor: "newest", num_before: 100, num_after: 0 };
const narrows = (stage: Stage) => [
  [],
  [{ operator: "channel", operand: stage.id("channel") }],
  [{ operator: "channels", operand: "public" }],
  [{ operator: "is", operand: "dm" }],
  [{ operator: "is", operand: "unread" }],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "is", operand: "followed" }],
  [{ operator: "search", operand: "fire" }],
];

const user = (_: Stage, users: Users) => users.map((user_id) => ({ user_id }));
const userOrEmail = (_: Stage, users: Users) => users.map((id) => ({ user_id_or_email: id }));
const channel = (stage: Stage) => [{ stream_id: stage.id("channel") }];
const group = (stage: Stage) => [{ user_group_id: stage.id("group") }];
const message = (stage: Stage) => [{ message_id: stage.id("message") }];
const bot = (stage: Stage) => [{ bot_id: stage.id("bot") }];
const alone = () => [{}];

/** Parameters for every operation that reads, by its name. */
export const questions: Readonly<
  Record<string, (stage: Stage, users: Users) => readonly Params[]>
> = {
  getAvatar: userOrEmail,
  getBotApiKey: bot,
  getBotStorage: alone,
  getChannel: channel,
  getChannelEmailAddress: channel,
  getChannelId: () => [{ stream: "general" }, { stream: "new 1" }],
  getIsUserGroupMember: (stage, users) =>
    users.map((user_id) => ({ user_id, user_group_id: stage.id("group") })),
  getMediumAvatar: userOrEmail,
  getMessage: message,
  getMessageHistory: message,
  getMessages: (stage) => narrows(stage).map((narrow) => ({ ...page, narrow })),
  getOwnUser: alone,
  getReadReceipts: message,
  getRealmIcon: alone,
  getRealmPresence: alone,
  getServerSettings: alone,
  getSubscriptionStatus: (stage, users) =>
    users.map((user_id) => ({ user_id, stream_id: stage.id("channel") })),
  getUser: user,
  getUserChannels: user,
  getUserByEmail: ({ people }, users) =>
    people
      .filter(({ userId }) => users.includes(userId))
      .map(({ client }) => ({ email: client.email })),
  getUserPresence: userOrEmail,
  getUserStatus: user,
  listApiKeys: user,
  listAlertWords: alone,
  listAttachments: alone,
  listBlockedAddresses: alone,
  listBots: alone,
  listChannelFolders: () => [{ include_archived: true }],
  listChannelMembers: channel,
  listChannels: () => [
    {},
    { include_all: true, include_default: true, exclude_archived: false },
    { include_owner_subscribed: true },
  ],
  listDeliveries: bot,
  listDrafts: alone,
  listAuditLog: alone,
  listExportConsents: alone,
  listInvites: alone,
  listLegalHolds: alone,
  listLinkifiers: alone,
  listMessageDeletions: alone,
  listNavigationViews: alone,
  listProfileFields: alone,
  listPushSubscriptions: alone,
  listRealmDomains: alone,
  listRealmEmoji: alone,
  listReminders: alone,
  listSavedSnippets: alone,
  listScimTokens: alone,
  listAuditDestinations: alone,
  listScheduledMessages: alone,
  listSecondFactors: alone,
  listSessions: alone,
  listSubscriptions: () => [{ include_subscribers: true }],
  listTopics: channel,
  listUserGroupMembers: group,
  listUserGroupSubgroups: group,
  listUserGroups: () => [{ include_deactivated_groups: true }],
  listUsers: () => [{ include_custom_profile_fields: true }],
  matchesNarrow: (stage) => [
    {
      msg_ids: [stage.id("message")],
      narrow: [{ operator: "topic", operand: topic }],
    },
  ],
};

/** Operations that read and are not asked, with the reason. */
export const unasked: Readonly<Record<string, string>> = {
  createBigBlueButtonCall: "signs an address of its own each time",
  devListUsers: "says what listUsers says",
  getAvatarImage: "is at an address that changes with the picture",
  getEvents: "is what else is compared",
  getFile: "is at an address of one file that never changes",
  getFileUrl: "is at an address of one file that never changes",
  getRealmExportArchive: "is at an address of one archive that never changes",
  streamAuditLog: "has the entries of listAuditLog, in another order",
  getRealmUsage: "counts requests from time to time",
  verifyAuditLog: "changes with everything that is done",
  getLegalHoldArchive: "is at an address of one archive that never changes",
  listRealmExports: "changes by itself while an export is made",
  listLegalHoldExports: "changes by itself while an export is made",
  listExportKeys: "is the same for everybody, whatever is written",
  getRealmEmojiImage: "is at an address that changes with the picture",
  getRealmIconImage: "is at an address that changes with the picture",
  getPagePicture: "is at an address of one picture that never changes",
  getThumbnail: "is at an address of one file that never changes",
  getThumbnailStatus: "is at an address of one file that never changes",
  getTemporaryFile: "is at an address of one file that never changes",
};

/** Fields that are others each time. */
const fleeting =
  /"(?:queue_id|event_queue_id|last_event_id|server_timestamp)":(?:"[^"]*"|[\d.-]+)/g;

/** Of what is sent to servers of others only what it is for: when they answer is their own affair. */
const tries =
  /"(?:attempts|next_attempt_at|finished_at|response_status|error|state|failing_since|last_failure)":(?:"[^"]*"|null|[\d.-]+)/g;

/** An answer to each question, as text. */
export type Answers = ReadonlyMap<string, string>;

interface Asking {
  readonly stage: Stage;
  /** User who goes on after the change, and sets a mark meanwhile. */
  readonly next: Person;
  /** Users whom the change is about. */
  readonly about: Users;
}

/**
 * Asks everything at the same time, but for the status of whoever sets a mark meanwhile; of users one by one only about
 * the reader, about who goes on, and about whom the change is.
 */
export async function readAll(person: Person, { about, next, stage }: Asking): Promise<Answers> {
  const users = [...new Set([person.userId, next.userId, ...about])];
  const asking = operations
    .filter(({ name }) => name in questions)
    .flatMap((operation) =>
      (questions[operation.name]?.(stage, users) ?? []).map(async (params) => {
        const isMarked = operation.name === "getUserStatus" && params["user_id"] === next.userId;
        if (isMarked) return ["", ""] as const;
        const path = addressOf(operation.path, params);
        const { body, headers, status } = await request(stage.product.url, {
          path,
          host: person.host,
          headers: { authorization: person.client.authorization },
        });
        const announced = `${status} ${headers.location ?? ""} ${body.replaceAll(fleeting, "").replaceAll(tries, "")}`;
        return [`${person.name}: ${path}`, announced] as const;
      }),
    );
  return new Map(await Promise.all(asking));
}

function addressOf(path: string, params: Params): string {
  const rest = new Map(Object.entries(params));
  const filled = path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => {
    rest.delete(name);
    return encodeURIComponent(String(params[name]));
  });
  const query = [...rest].map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return `/api/v1${filled}?${new URLSearchParams(query).toString()}`;
}

/** Registers and returns the initial data, without parts that differ each time. */
export async function registered({ client, name }: Person): Promise<Answers> {
  const answer = await client.post("/register", {
    apply_markdown: true,
    include_subscribers: true,
  });
  const queue_id = String(answer["queue_id"]);
  const announced = Object.entries(answer).map(([key, value]): [string, string] => [
    `${name}: ${key} of a registration`,
    JSON.stringify(value),
  ]);
  await client.delete("/events", { queue_id });
  const others = ["queue_id", "last_event_id", "server_timestamp"].map(
    (key) => `${name}: ${key} of a registration`,
  );
  return new Map(announced.filter(([key]) => !others.includes(key)));
}
