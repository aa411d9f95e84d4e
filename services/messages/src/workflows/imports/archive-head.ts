import { exportedKinds, exportTypes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { type ArchiveFile, DamagedArchive } from "./archive-file.ts";

/** The only form of archives so far. */
const format = 1;

const head = z.object({
  format: z.number(),
  organization_id: z.int().positive(),
  export_type: z.enum(exportTypes),
  /** Missing in archives of the first releases: their absolute links stay as they are. */
  organization_url: z.string().default(""),
});
const summary = z.object({
  rows: z.record(z.string(), z.int().min(0)),
  files: z.int().min(0),
});

/** Description of an archive, by itself. */
export interface ArchiveHead {
  readonly from: { readonly realmId: number; readonly url: string };
  readonly summary: z.infer<typeof summary>;
}

/**
 * Reads what an archive is, and checks that it is a complete one of everything.
 * @throws BAD_REQUEST with what is wrong
 */
export async function readArchiveHead(archive: ArchiveFile): Promise<ArchiveHead> {
  const [first, last] = await Promise.all([
    readJson(archive, "export.json"),
    readJson(archive, "summary.json"),
  ]);
  if (first === null) throw refused("It is no export of this product: it has no export.json.");
  const begins = head.safeParse(first);
  if (!begins.success) throw refused("It is no export of this product.");
  const { export_type: type, format: given, organization_id: realmId } = begins.data;
  if (given !== format) throw refused(`Its format is ${given}; this server reads ${format}.`);
  if (type !== "full_without_consent")
    throw refused(`It is an export of a part (${type}); only one of everything can be taken in.`);
  const ends = summary.safeParse(last);
  if (!ends.success) throw refused("It is not complete: it has no summary.json.");
  const kinds = Object.values(exportedKinds).flat();
  const missing = kinds.filter((kind) => !archive.has(`${kind}.ndjson`));
  if (missing.length > 0) throw refused(`It does not have ${missing.join(", ")}.`);
  return { from: { realmId, url: begins.data.organization_url }, summary: ends.data };
}

async function readJson(archive: ArchiveFile, path: string): Promise<unknown> {
  try {
    return await archive.json(path);
  } catch (error) {
    if (error instanceof DamagedArchive) throw refused(error.message);
    throw error;
  }
}

function refused(why: string): AppError {
  return new AppError("BAD_REQUEST", `The archive cannot be taken in. ${why}`);
}
