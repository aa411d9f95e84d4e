import { parseArgs } from "node:util";

import { createPersonExport, downloadPersonExport, getPersonExports } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import { UsageError } from "../usage.ts";
import { writeArchive } from "../write-archive.ts";
import { waitForExport } from "./wait-for-export.ts";

/** `export-person`: has everything of one person exported, and writes the archive into a file. */
export async function exportPerson(
  operator: OperatorClient,
  args: readonly string[],
): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { to: { type: "string" }, json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [subdomain, email, ...rest] = positionals;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("export-person takes a subdomain and an address.");
  const { to } = values;
  if (to === undefined) throw new UsageError("export-person needs --to, the file to write.");
  const { id: organizationId } = await operator.find(subdomain);
  const begun = await operator.call(createPersonExport, { organizationId, input: { email } });
  const done = await waitForExport(
    begun.export?.id,
    async () => (await operator.call(getPersonExports, { organizationId, input: {} })).exports,
  );
  const input = { export_id: done.id };
  await writeArchive(to, () => operator.open(downloadPersonExport, { organizationId, input }));
  if (values.json) return [JSON.stringify({ organization_id: organizationId, file: to, ...done })];
  return [`Wrote ${to}: ${done.bytes} bytes, ${done.rows} rows and ${done.files} files.`];
}
