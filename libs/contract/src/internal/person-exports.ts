import { z } from "zod";

import { bytesField, internalOperation } from "../internal-operation.ts";
import { callKey } from "./call-key.ts";

/** An export of one person's data, as operators see it; times are UNIX seconds. */
export const personExportRecord = z.object({
  id: z.int(),
  userId: z.int(),
  /** Name of the operator's key with which it was asked for. */
  askedKey: z.string(),
  state: z.enum(["waiting", "running", "done", "failed"]),
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
});

export type PersonExportRecord = z.infer<typeof personExportRecord>;

const realmId = z.int();

export const startPersonExport = internalOperation({
  name: "startPersonExport",
  owner: "messages",
  input: z.object({ realmId, callKey, userId: z.int(), key: z.string() }),
  output: z.object({ export: personExportRecord }),
  doc: "Has the data of one person exported for an operator; an export of theirs that is under way already is answered instead.",
});

export const listPersonExports = internalOperation({
  name: "listPersonExports",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId }),
  output: z.object({ exports: z.array(personExportRecord) }),
  doc: "Exports of people that are kept, oldest first.",
});

export const removePersonExport = internalOperation({
  name: "removePersonExport",
  owner: "messages",
  input: z.object({ realmId, callKey, id: z.int() }),
  output: z.object({}),
  doc: "Deletes an export of a person that has ended, with its archive.",
});

export const readPersonExport = internalOperation({
  name: "readPersonExport",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId, id: z.int(), first: z.int(), last: z.int() }),
  output: z.object({ bytes: bytesField }),
  carriesBytes: true,
  doc: "Bytes of the archive of a person, fewer at its end.",
});
