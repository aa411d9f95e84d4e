import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { exportedKinds } from "@team-chat/contract";
import { describe, test } from "vitest";

import { zipArchive } from "../exports/zip-archive.ts";
import { ArchiveFile } from "./archive-file.ts";
import { readArchiveHead } from "./archive-head.ts";
import { importOrder } from "./import-pages.ts";

const kinds = Object.values(exportedKinds).flat();
const head = { format: 1, organization_id: 2, export_type: "full_without_consent" };
const summary = { rows: {}, files: 0, missing_files: [] };
const files: Readonly<Record<string, unknown>> = {
  "export.json": head,
  ...Object.fromEntries(kinds.map((kind) => [`${kind}.ndjson`, ""])),
  "summary.json": summary,
};

/** Opens an archive of files, of which those with undefined are missing. */
async function archiveOf(given: Readonly<Record<string, unknown>>): Promise<ArchiveFile> {
  const entries = (async function* all() {
    for (const [path, content] of Object.entries(given)) {
      if (content === undefined) continue;
      const text = typeof content === "string" ? content : JSON.stringify(content);
      yield { path, bytes: Readable.from([Buffer.from(text)]), compress: true };
    }
  })();
  const bytes = await buffer(zipArchive(entries));
  return ArchiveFile.open({
    size: bytes.length,
    async *read({ first, last }) {
      yield bytes.subarray(first, last + 1);
    },
  });
}

describe("an archive that is to be taken in (docs/export.md#what-is-refused)", () => {
  test("a complete export of everything says of which organization it is", async ({ expect }) => {
    const archive = await archiveOf({ ...files, "unknown.ndjson": "" });
    expect(await readArchiveHead(archive)).toEqual({
      from: { realmId: 2, url: "" },
      summary: { rows: {}, files: 0 },
    });
  });

  test.for([
    ["no export.json", { "export.json": undefined }, "it has no export.json"],
    ["another program's", { "export.json": { version: 3 } }, "It is no export of this product."],
    ["a later format", { "export.json": { ...head, format: 2 } }, "Its format is 2"],
    [
      "a part",
      { "export.json": { ...head, export_type: "public" } },
      "an export of a part (public)",
    ],
    ["no end", { "summary.json": undefined }, "It is not complete"],
    ["a kind less", { "groups.ndjson": undefined }, "It does not have groups."],
    ["no JSON", { "export.json": "{" }, "no JSON object"],
  ] as const)(
    "an archive with %s is refused, and the refusal says why",
    async ([, change, why], { expect }) => {
      const archive = await archiveOf({ ...files, ...change });
      await expect(readArchiveHead(archive)).rejects.toThrow(why);
    },
  );

  test("every kind of thing that exports have is taken in", ({ expect }) => {
    expect(importOrder.toSorted()).toEqual(kinds.toSorted());
  });
});
