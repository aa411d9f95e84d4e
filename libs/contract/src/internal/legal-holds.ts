import { z } from "zod";

import { holdExportStates } from "../archive/hold-export-object.ts";
import { bytesField, internalOperation } from "../internal-operation.ts";
import { callKey } from "./call-key.ts";

/** A legal hold as operators see it; times are UNIX seconds. */
export const holdRecord = z.object({
  id: z.int(),
  userId: z.int().nullable(),
  channelId: z.int().nullable(),
  reason: z.string(),
  /** Owner who began it; null for an operator, whose key's name is then in `begunKey`. */
  begunBy: z.int().nullable(),
  begunKey: z.string().nullable(),
  begunAt: z.int(),
  endedBy: z.int().nullable(),
  endedKey: z.string().nullable(),
  endedAt: z.int().nullable(),
});

export type HoldRecord = z.infer<typeof holdRecord>;

/** An export of a legal hold as operators see it; times are UNIX seconds. */
export const holdExportRecord = z.object({
  id: z.int(),
  holdId: z.int(),
  /** Owner who asked for it; null for an operator, whose key's name is then in `askedKey`. */
  askedBy: z.int().nullable(),
  askedKey: z.string().nullable(),
  state: z.enum(holdExportStates),
  requestedAt: z.int(),
  cutAt: z.int().nullable(),
  /** Time at which it was done or given up. */
  endedAt: z.int().nullable(),
  tries: z.int(),
  kind: z.string(),
  rows: z.int(),
  files: z.int(),
  bytes: z.int(),
  failure: z.string(),
  /** Empty until it is known. */
  root: z.string(),
});

export type HoldExportRecord = z.infer<typeof holdExportRecord>;

/** Name of the operator's key. */
const key = z.string();
const realmId = z.int();

export const beginOperatorHold = internalOperation({
  name: "beginOperatorHold",
  owner: "messages",
  input: z.object({
    realmId,
    callKey,
    key,
    userId: z.int().optional(),
    /** Name of the channel. */
    channel: z.string().optional(),
    reason: z.string(),
  }),
  output: z.object({ id: z.int() }),
  doc: "Begins a legal hold for an operator, of which the organization's owners do not know.",
});

export const endOperatorHold = internalOperation({
  name: "endOperatorHold",
  owner: "messages",
  input: z.object({ realmId, callKey, key, id: z.int() }),
  output: z.object({}),
  doc: "Ends a legal hold for an operator, also one that an owner began.",
});

export const listOperatorHolds = internalOperation({
  name: "listOperatorHolds",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId, beforeId: z.int().nullable(), limit: z.int() }),
  output: z.object({ holds: z.array(holdRecord) }),
  doc: "Legal holds of an organization, those of owners and of operators, the newest first.",
});

export const startHoldExport = internalOperation({
  name: "startHoldExport",
  owner: "messages",
  input: z.object({ realmId, callKey, key, holdId: z.int() }),
  output: z.object({ export: holdExportRecord }),
  doc: "Has a legal hold exported for an operator.",
});

export const listHoldExports = internalOperation({
  name: "listHoldExports",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId }),
  output: z.object({ exports: z.array(holdExportRecord) }),
  doc: "Exports of legal holds that are kept, those of owners and of operators, oldest first.",
});

export const removeHoldExport = internalOperation({
  name: "removeHoldExport",
  owner: "messages",
  input: z.object({ realmId, callKey, key, id: z.int() }),
  output: z.object({}),
  doc: "Deletes an export of a legal hold that has ended for an operator, with its archive.",
});

export const noteHoldDownload = internalOperation({
  name: "noteHoldDownload",
  owner: "messages",
  input: z.object({ realmId, key, id: z.int() }),
  output: z.object({}),
  doc: "Writes into the audit log that an operator fetches the archive of a legal hold.",
});

export const readHoldExport = internalOperation({
  name: "readHoldExport",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId, id: z.int(), first: z.int(), last: z.int() }),
  output: z.object({ bytes: bytesField }),
  carriesBytes: true,
  doc: "Bytes of the archive of a legal hold, fewer at its end.",
});
