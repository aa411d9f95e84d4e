import { z } from "zod";

import { internalOperation, type InternalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";
import { callKey } from "./call-key.ts";

/** Kinds of ids of each service, by the kind of thing in archives whose ids they are, and the field that has them. */
export const importedIds = {
  users: {
    people: "user_id",
    groups: "group_id",
    linkifiers: "linkifier_id",
    playgrounds: "playground_id",
    profile_fields: "field_id",
    emoji: "emoji_id",
    invitations: "invitation_id",
    snippets: "snippet_id",
  },
  channels: { channels: "id", channel_folders: "id" },
  messages: {
    conversations: "id",
    messages: "id",
    reactions: "id",
    submessages: "id",
    drafts: "id",
    scheduled_messages: "id",
    files: "id",
  },
} as const;

/** Kind of ids, named after the things that have them. */
export type IdKind = {
  [Service in keyof typeof importedIds]: keyof (typeof importedIds)[Service];
}[keyof typeof importedIds];

/** Ids of an archive, from the first to the last, and what is added to each. */
const shift = z.object({ first: z.int(), last: z.int(), by: z.int() });

export type Shift = z.infer<typeof shift>;

/** Everything by which what an archive says becomes what is so here. */
export const importMove = z.object({
  shifts: z.record(z.string(), shift),
  from: z.object({ realmId: z.int(), url: z.string() }),
  to: z.object({ realmId: z.int(), url: z.string() }),
  /** Secret of this import, of which those in addresses of pictures are made. */
  key: z.string(),
  /** True if nothing may reach anybody outside. */
  sandbox: z.boolean(),
});

export type ImportMove = z.infer<typeof importMove>;

const reserveInput = z.object({
  realmId: z.int(),
  /** Number of ids of each kind. */
  counts: z.record(z.string(), z.int()),
});
const reserveOutput = z.object({
  /** The first one of each kind. */
  firsts: z.record(z.string(), z.int()),
});

function reserveOf(
  owner: ServiceName,
): InternalOperation<typeof reserveInput, typeof reserveOutput> {
  return internalOperation({
    name: "reserveIds",
    owner,
    input: reserveInput,
    output: reserveOutput,
    doc: "Keeps ids for an organization that is taken in, of each kind as many as are asked for.",
  });
}

const rowsInput = z.object({
  move: importMove,
  kind: z.string(),
  /** Objects as they are in the archive. */
  rows: z.array(z.record(z.string(), z.unknown())),
});
const nothing = z.object({});

function rowsOf(owner: ServiceName): InternalOperation<typeof rowsInput, typeof nothing> {
  return internalOperation({
    name: "importRows",
    owner,
    input: rowsInput,
    output: nothing,
    doc: "Takes in a page of what an archive has of one kind of thing; once more does no harm.",
  });
}

/** Services beside `messages`, which has organizations taken in. */
export const importOperations = {
  users: { reserve: reserveOf("users"), rows: rowsOf("users") },
  channels: { reserve: reserveOf("channels"), rows: rowsOf("channels") },
} as const;

export const finishChannelsImport = internalOperation({
  name: "finishChannelsImport",
  owner: "channels",
  input: z.object({ realmId: z.int() }),
  output: nothing,
  doc: "Shows what was taken in of an organization to other services, with what channels say of their messages.",
});

/** Numbers of what an archive has, of which plans limit how many there are. */
export const importUse = z.object({
  people: z.int(),
  guests: z.int(),
  bots: z.int(),
  outgoingWebhooks: z.int(),
  channels: z.int(),
  storedMib: z.number(),
});

export const checkImportRoom = internalOperation({
  name: "checkImportRoom",
  owner: "users",
  onlyReads: true,
  input: z.object({ realmId: z.int(), use: importUse }),
  output: nothing,
  doc: "Refuses what is more than the plan of an organization allows.",
});

export const finishUsersImport = internalOperation({
  name: "finishUsersImport",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    /** `settle` shows what was taken in to other services, `open` lets people in. */
    step: z.enum(["settle", "open"]),
    rows: z.int(),
    files: z.int(),
  }),
  output: nothing,
  doc: "Ends the import of an organization.",
});

export const abandonImport = internalOperation({
  name: "abandonImport",
  owner: "users",
  input: z.object({ realmId: z.int() }),
  output: nothing,
  doc: "Has an organization deleted that was not taken in as a whole.",
});

/** An import as the operator's interface shows it. */
export const importRecord = z.object({
  state: z.enum(["waiting", "checking", "running", "done", "failed"]),
  /** UNIX seconds, as are the other times. */
  requestedAt: z.int(),
  finishedAt: z.int().nullable(),
  failedAt: z.int().nullable(),
  /** Bytes of the archive that have arrived. */
  bytes: z.int(),
  /** Kind of thing that is being read. */
  kind: z.string(),
  rows: z.int(),
  /** Rows of the whole archive; 0 before it was begun. */
  allRows: z.int(),
  files: z.int(),
  allFiles: z.int(),
  failure: z.string(),
});

export type ImportRecord = z.infer<typeof importRecord>;

export const addArchivePiece = internalOperation({
  name: "addArchivePiece",
  owner: "messages",
  input: z.object({ realmId: z.int(), offset: z.int(), base64: z.string() }),
  output: z.object({ import: importRecord }),
  doc: "Keeps bytes of an archive that is to be taken in, behind those that are there.",
});

export const startImport = internalOperation({
  name: "startImport",
  owner: "messages",
  input: z.object({
    realmId: z.int(),
    callKey,
    url: z.string(),
    key: z.string(),
    sandbox: z.boolean(),
    /** Export of this installation; null for the archive that was sent. */
    source: z.object({ realmId: z.int(), exportId: z.int() }).nullable(),
  }),
  output: z.object({ import: importRecord }),
  doc: "Begins to take an archive in, once it looks like one of ours and complete.",
});

export const findImport = internalOperation({
  name: "findImport",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId: z.int() }),
  output: z.object({ import: importRecord.nullable() }),
  doc: "How far the import of an organization is, also one that failed.",
});

export const endImport = internalOperation({
  name: "endImport",
  owner: "messages",
  input: z.object({ realmId: z.int(), failure: z.string() }),
  output: nothing,
  doc: "Gives an import up.",
});
