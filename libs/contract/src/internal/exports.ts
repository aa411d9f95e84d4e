import { z } from "zod";

import { bytesField, internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";
import { callKey } from "./call-key.ts";

/** Types of exports (docs/export.md#what-an-export-has). */
export const exportTypes = ["public", "full_with_consent", "full_without_consent"] as const;

export type ExportType = (typeof exportTypes)[number];

/** Kinds of things that an export has of each service, in the order in which they stand in it. */
export const exportedKinds = {
  users: [
    "organization",
    "icon",
    "domains",
    "blocked_addresses",
    "linkifiers",
    "playgrounds",
    "profile_fields",
    "emoji",
    "emoji_pictures",
    "invitations",
    "people",
    "addresses",
    "personal_settings",
    "unproven_addresses",
    "avatars",
    "statuses",
    "identities",
    "snippets",
    "navigation_views",
    "outgoing_webhooks",
    "bot_storage",
    "groups",
    "group_members",
    "subgroups",
  ],
  channels: ["channels", "channel_folders", "subscriptions", "topic_visibilities"],
  messages: [
    "conversations",
    "messages",
    "reactions",
    "submessages",
    "received",
    "flags",
    "drafts",
    "scheduled_messages",
    "files",
    "file_links",
  ],
} as const;

/** Kinds of things that an export of one person has of each service (docs/export.md#what-is-a-persons). */
export const personKinds = {
  users: [
    "people",
    "addresses",
    "personal_settings",
    "unproven_addresses",
    "address_changes",
    "avatars",
    "statuses",
    "presences",
    "identities",
    "snippets",
    "navigation_views",
    "groups",
    "group_members",
    "emoji",
    "invitations",
    "api_keys",
    "sessions",
    "passkeys",
    "devices",
    "push_devices",
    "account_changes",
  ],
  channels: ["channels", "subscriptions", "topic_visibilities", "channel_changes"],
  messages: [
    "conversations",
    "messages",
    "deleted_messages",
    "reactions",
    "submessages",
    "received",
    "flags",
    "drafts",
    "scheduled_messages",
    "files",
    "file_links",
    "message_changes",
  ],
} as const;

const snapshot = z.string();

/** People who consent, and channels that everybody may read. */
const part = z.object({ people: z.array(z.int()), channels: z.array(z.int()) });

const rowsInput = z.object({
  realmId: z.int(),
  kind: z.string(),
  snapshot,
  after: z.array(z.string()).nullable(),
  /** Null for everything. */
  part: part.nullable(),
});

const rowsOutput = z.object({
  rows: z.int(),
  next: z.array(z.string()).nullable(),
  /** Lines of JSON. */
  bytes: bytesField,
});

function rowsOf(owner: ServiceName): InternalOperation<typeof rowsInput, typeof rowsOutput> {
  return internalOperation({
    name: "readExportedRows",
    owner,
    onlyReads: true,
    input: rowsInput,
    output: rowsOutput,
    carriesBytes: true,
    doc: "A page of what exports have of one kind of thing, as it was in a snapshot that somebody holds.",
  });
}

/** Services whose tables others export. */
export const exportedRowsOperations = {
  users: rowsOf("users"),
  channels: rowsOf("channels"),
} as const;

const personRowsInput = rowsInput.omit({ part: true }).extend({ userId: z.int() });

function personRowsOf(
  owner: ServiceName,
): InternalOperation<typeof personRowsInput, typeof rowsOutput> {
  return internalOperation({
    name: "readPersonRows",
    owner,
    onlyReads: true,
    input: personRowsInput,
    output: rowsOutput,
    carriesBytes: true,
    doc: "A page of what is one person's of a kind of thing, as it was in a snapshot that somebody holds.",
  });
}

/** Services that have something of people. */
export const personRowsOperations = {
  users: personRowsOf("users"),
  channels: personRowsOf("channels"),
} as const;

export const listConsenting = internalOperation({
  name: "listConsenting",
  owner: "users",
  onlyReads: true,
  input: z.object({ realmId: z.int(), snapshot }),
  output: z.object({ userIds: z.array(z.int()) }),
  doc: "People who let their private data be exported (setting allow_private_data_export), as of a snapshot.",
});

/** An export as the operator's interface shows it. */
export const exportRecord = z.object({
  id: z.int(),
  type: z.enum(exportTypes),
  /** User who asked for it; null for the operator. */
  actingUserId: z.int().nullable(),
  state: z.enum(["waiting", "running", "done", "failed", "deleted"]),
  requestedAt: z.int(),
  /** Moment that it shows; null before one was chosen. All times are UNIX seconds. */
  cutAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  failedAt: z.int().nullable(),
  deletedAt: z.int().nullable(),
  /** Number of times that it was begun. */
  tries: z.int(),
  /** Kind of thing that is being written; empty before and after. */
  kind: z.string(),
  /** Rows and files so far. */
  rows: z.int(),
  files: z.int(),
  /** Of the archive so far. */
  bytes: z.int(),
  /** Why it failed; empty for none. */
  failure: z.string(),
});

export type ExportRecord = z.infer<typeof exportRecord>;

export const startExport = internalOperation({
  name: "startExport",
  owner: "messages",
  input: z.object({ realmId: z.int(), callKey, type: z.enum(exportTypes) }),
  output: z.object({ export: exportRecord }),
  doc: "Has an organization exported for its operator; one that is under way already is answered instead.",
});

export const listExports = internalOperation({
  name: "listExports",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId: z.int() }),
  output: z.object({ exports: z.array(exportRecord) }),
  doc: "All exports of an organization, oldest first.",
});

export const readExport = internalOperation({
  name: "readExport",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId: z.int(), id: z.int(), first: z.int(), last: z.int() }),
  output: z.object({ bytes: bytesField }),
  carriesBytes: true,
  doc: "Bytes of a finished export's archive, fewer at its end.",
});
