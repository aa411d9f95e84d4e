import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";

import { leafHash, type Manifest, MerkleTree, type ProofKeys } from "@team-chat/proof";
import { onTestFinished } from "vitest";
import { ZipFile } from "yazl";

const sha256 = (bytes: string) => createHash("sha256").update(bytes).digest("hex");

/** Files of an archive by their paths, which a test may alter before they are written. */
export type Files = Map<string, string>;

/** Writes records into a file of their kind, and the hashes of them into another. */
function addRecords(files: Files, kind: string, records: readonly { readonly id: number }[]) {
  const lines = records.map((record) => JSON.stringify(record));
  files.set(`${kind}-1.jsonl`, lines.map((line) => `${line}\n`).join(""));
  const hashes = records.map(
    ({ id }, index) => `${leafHash(Buffer.from(lines[index] ?? "")).toString("hex")} ${id}\n`,
  );
  files.set(`${kind}-1.sha256`, hashes.join(""));
}

/** An archive with three messages and one attachment, signed with the keys. */
export function smallArchive(keys: ProofKeys): Files {
  const files: Files = new Map();
  files.set("files/1/ab/notes.txt", "the bytes");
  const message = (id: number) => ({ id, content: `message ${id}` });
  addRecords(files, "messages", [message(10), message(20), message(30)]);
  addRecords(files, "files", [
    { id: 5, path: "files/1/ab/notes.txt", sha256: sha256("the bytes") } as { id: number },
    { id: 6, path: "files/1/cd/lost.txt", sha256: null } as { id: number },
  ]);
  sign(files, keys);
  return files;
}

/** Writes the manifest of the files, and signs it. */
export function sign(files: Files, keys: ProofKeys): void {
  const tree = new MerkleTree();
  const kinds = ["messages", "files"];
  for (const kind of kinds)
    for (const line of (files.get(`${kind}-1.jsonl`) ?? "").split("\n").slice(0, -1))
      tree.add(leafHash(Buffer.from(line)));
  const written = kinds.flatMap((kind) => [`${kind}-1.jsonl`, `${kind}-1.sha256`]);
  const manifest: Manifest = {
    format: 1,
    server_version: "1.0",
    organization: { id: 1, url: "https://acme.example.com", name: "Acme" },
    legal_hold: {
      id: 7,
      user: null,
      channel: { id: 1, name: "general" },
      reason: "case 7",
      begun_by: null,
      begun_with_key: "console",
      begun_at: "2026-11-27T10:00:00.000Z",
      ended_by: null,
      ended_with_key: null,
      ended_at: null,
    },
    export: { id: 3, asked_by: null, asked_with_key: "console", asked_at: "2026-11-27T10:00:00Z" },
    cut_at: "2026-11-28T10:00:00.000Z",
    audit_log: { messages: { position: 4, hash: "aa" } },
    counts: { messages: 3, files: 2 },
    missing_files: 1,
    files: written.map((name) => {
      const text = files.get(name) ?? "";
      return { path: name, bytes: text.length, sha256: sha256(text) };
    }),
    records: kinds.map((kind) => ({
      kind,
      path: `${kind}-1.jsonl`,
      hashes: `${kind}-1.sha256`,
      records: kind === "messages" ? 3 : 2,
    })),
    root: tree.root().toString("hex"),
  };
  const text = JSON.stringify(manifest);
  files.set("manifest.json", text);
  files.set("manifest.sig.json", JSON.stringify(keys.sign(Buffer.from(text))));
}

/** Writes a zip that is gone after the test; `more` are files beside those of the map, also of the same names. */
export async function writeZip(
  files: Files,
  more: readonly (readonly [path: string, text: string])[] = [],
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "verify-export-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const zip = new ZipFile();
  for (const [name, text] of [...files, ...more]) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const target = path.join(folder, "export.zip");
  await pipeline(zip.outputStream, createWriteStream(target));
  return target;
}
