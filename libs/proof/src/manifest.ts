import { z } from "zod";

/** Counts the forms of archives: another one is what readers of this one cannot read. */
export const manifestFormat = 1;

export const manifestPath = "manifest.json";
export const signaturePath = "manifest.sig.json";

/** Longest of the two, in bytes. */
export const maxManifestBytes = 64 * 1024 * 1024;

const sha256 = z.string().regex(/^[\da-f]{64}$/);

const somebody = z.object({ id: z.int(), name: z.string(), address: z.string() }).nullable();
const head = z.object({ position: z.int(), hash: z.string() });

/** A file of an archive, but for attachments, whose hashes are in their records. */
const writtenFile = z.object({ path: z.string(), bytes: z.int(), sha256 });

export type WrittenFile = z.output<typeof writtenFile>;

/** A file of records, one on each line, and the file with the hash and the id of each of them. */
const recordFile = z.object({
  kind: z.string(),
  path: z.string(),
  hashes: z.string(),
  records: z.int(),
});

export type RecordFile = z.output<typeof recordFile>;

/** Describes an archive and proves all of it (docs/legal-holds.md#the-manifest). Times are ISO 8601. */
export const manifestSchema = z.object({
  format: z.literal(manifestFormat),
  server_version: z.string(),
  organization: z.object({ id: z.int(), url: z.string(), name: z.string() }),
  legal_hold: z.object({
    id: z.int(),
    user: somebody,
    channel: z.object({ id: z.int(), name: z.string() }).nullable(),
    reason: z.string(),
    begun_by: somebody,
    begun_with_key: z.string().nullable(),
    begun_at: z.string(),
    ended_by: somebody,
    ended_with_key: z.string().nullable(),
    ended_at: z.string().nullable(),
  }),
  export: z.object({
    id: z.int(),
    asked_by: somebody,
    asked_with_key: z.string().nullable(),
    asked_at: z.string(),
  }),
  cut_at: z.string(),
  /** The newest entry of each part of the audit log at the cut. */
  audit_log: z.record(z.string(), head),
  counts: z.record(z.string(), z.int()),
  missing_files: z.int(),
  files: z.array(writtenFile),
  records: z.array(recordFile),
  /** Root of the tree over all records, in the order of `records`. */
  root: sha256,
});

export type Manifest = z.output<typeof manifestSchema>;

/** Signature of the bytes of a manifest. */
export const signatureSchema = z.object({
  algorithm: z.literal("Ed25519"),
  public_key: z.string().describe("Base64 of the SubjectPublicKeyInfo"),
  signature: z.string().describe("Base64"),
});

export type Signature = z.output<typeof signatureSchema>;
