import {
  isSignedWith,
  type Manifest,
  manifestPath,
  manifestSchema,
  maxManifestBytes,
  MerkleTree,
  signaturePath,
  signatureSchema,
} from "@team-chat/proof";
import { z } from "zod";

import type { ArchiveFile } from "./archive-file.ts";
import { compareRecords } from "./compare-records.ts";
import type { Problem } from "./problem.ts";

/** Records that describe attachments. */
const attachmentKinds: ReadonlySet<string> = new Set(["files", "deleted_files"]);
const attachmentRecord = z.object({
  path: z.string(),
  /** Null for one that was lost before. */
  sha256: z.string().nullable(),
});

/** Answer to whether an archive is as it was written, and by whom. */
export interface Verdict {
  /** Undefined where nothing can be said, because the manifest is missing, altered or not signed. */
  readonly manifest: Manifest | undefined;
  /** The key that signed it, base64. */
  readonly publicKey: string;
  readonly problems: readonly Problem[];
}

/** Compares an archive with what it proves of itself (docs/legal-holds.md#checking-an-export). */
export async function verifyArchive(archive: ArchiveFile): Promise<Verdict> {
  const text = await archive.read(manifestPath, maxManifestBytes);
  const signed = await archive.read(signaturePath, maxManifestBytes);
  const [path, bytes] = text === null ? [manifestPath, null] : [signaturePath, signed];
  if (text === null || bytes === null) return broken({ kind: "missing", path });
  const signature = parsed(signatureSchema, bytes);
  if (signature === undefined) return broken({ kind: "altered", path: signaturePath });
  const publicKey = signature.public_key;
  const manifest = isSignedWith(signature, text) ? parsed(manifestSchema, text) : undefined;
  if (manifest === undefined) return broken({ kind: "altered", path: manifestPath });
  const checking = new Checking(archive, manifest);
  await checking.run();
  return { manifest, publicKey, problems: checking.problems };
}

function broken(problem: Problem): Verdict {
  return { manifest: undefined, publicKey: "", problems: [problem] };
}

function parsed<S extends z.ZodType>(schema: S, bytes: Buffer): z.output<S> | undefined {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}

/** A comparison with a manifest that is genuine. */
class Checking {
  readonly problems: Problem[] = [];
  readonly #archive: ArchiveFile;
  readonly #manifest: Manifest;
  readonly #tree = new MerkleTree();
  readonly #known = new Set<string>([manifestPath, signaturePath]);

  constructor(archive: ArchiveFile, manifest: Manifest) {
    this.#archive = archive;
    this.#manifest = manifest;
  }

  async run(): Promise<void> {
    for (const { path, sha256 } of this.#manifest.files) await this.#file(path, sha256);
    for (const records of this.#manifest.records) await this.#records(records);
    const isWhole = this.problems.length === 0;
    // Files whose hashes are right have the records that the root is of, unless the manifest contradicts itself.
    if (isWhole && this.#tree.root().toString("hex") !== this.#manifest.root)
      this.problems.push({ kind: "altered", path: manifestPath });
    for (const path of this.#archive.paths)
      if (!this.#known.has(path)) this.problems.push({ kind: "added", path });
    for (const path of this.#archive.repeated) this.problems.push({ kind: "added", path });
  }

  async #file(path: string, sha256: string): Promise<void> {
    this.#known.add(path);
    if (!this.#archive.has(path)) this.problems.push({ kind: "missing", path });
    else if ((await this.#archive.sha256(path)) !== sha256)
      this.problems.push({ kind: "altered", path });
  }

  async #records(file: Manifest["records"][number]): Promise<void> {
    try {
      for await (const found of compareRecords(this.#archive, file, this.#tree))
        if (!Buffer.isBuffer(found)) this.problems.push(found);
        else if (attachmentKinds.has(file.kind)) await this.#attachment(found);
    } catch {
      // That the file cannot be read is said already.
    }
  }

  async #attachment(line: Buffer): Promise<void> {
    const record = parsed(attachmentRecord, line);
    if (record === undefined || record.sha256 === null) return;
    await this.#file(record.path, record.sha256);
  }
}
