import {
  type AuditHead,
  type HoldExportRecord,
  type HoldRecord,
  serverVersion,
} from "@team-chat/contract";
import { type Manifest, manifestFormat } from "@team-chat/proof";

import type { ArchiveNames } from "./archive-names.ts";
import type { RecordWriter } from "./record-writer.ts";

interface Written {
  readonly organization: { readonly id: number; readonly url: string };
  readonly hold: HoldRecord;
  readonly asked: HoldExportRecord;
  readonly cutAt: Date;
  readonly auditHeads: Readonly<Record<string, AuditHead>>;
  readonly missingFiles: number;
  readonly writer: RecordWriter;
}

/** Describes an archive of which everything else is written (docs/legal-holds.md#the-manifest). */
export function manifestOf(written: Written, names: ArchiveNames): Manifest {
  const { asked, auditHeads, cutAt, missingFiles, organization, writer } = written;
  return {
    format: manifestFormat,
    server_version: serverVersion,
    organization: { ...organization, name: names.organization },
    legal_hold: describeHold(written.hold, names),
    export: {
      id: asked.id,
      asked_by: names.person(asked.askedBy),
      asked_with_key: asked.askedKey,
      asked_at: timeOf(asked.requestedAt),
    },
    cut_at: cutAt.toISOString(),
    audit_log: auditHeads,
    counts: writer.counts,
    missing_files: missingFiles,
    files: writer.files,
    records: writer.records,
    root: writer.root,
  };
}

/** Describes a hold; names whom it concerns, so that they are among the people of the archive. */
function describeHold(hold: HoldRecord, names: ArchiveNames): Manifest["legal_hold"] {
  return {
    id: hold.id,
    user: names.person(hold.userId),
    channel: names.channel(hold.channelId),
    reason: hold.reason,
    begun_by: names.person(hold.begunBy),
    begun_with_key: hold.begunKey,
    begun_at: timeOf(hold.begunAt),
    ended_by: names.person(hold.endedBy),
    ended_with_key: hold.endedKey,
    ended_at: hold.endedAt === null ? null : timeOf(hold.endedAt),
  };
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}
