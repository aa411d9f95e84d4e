import { parseArgs } from "node:util";

import { createPersonExport, downloadPersonExport, getPersonExports } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";
import { writeArchive } from "../write-archive.ts";
import { waitForExport } from "./wait-for-export.ts";

/** `export-person`: has everything of one person exported, and writes the archive into a file. */
export async function exportPerson(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { to: { type: "string" } },
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
  const said = `Wrote ${to}: ${done.bytes} bytes, ${done.rows} rows and ${done.files} files.`;
  return { lines: [said], json: { organization_id: organizationId, file: to, ...done } };
}
