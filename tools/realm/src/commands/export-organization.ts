import { parseArgs } from "node:util";

import {
  createExport,
  downloadExport,
  exportTypes,
  getExports,
  type OperatorExport,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";
import { writeArchive } from "../write-archive.ts";
import { waitForExport } from "./wait-for-export.ts";

/** `export`: has an organization exported, and writes the archive into a file. */
export async function exportOrganization(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      to: { type: "string" },
      type: { type: "string", default: "full_without_consent" },
      id: { type: "string" },
    },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("export", positionals);
  const { to } = values;
  if (to === undefined) throw new UsageError("export needs --to, the file to write.");
  const type = exportTypes.find((one) => one === values.type);
  if (type === undefined) throw new UsageError(`--type is one of ${exportTypes.join(", ")}.`);
  const { id: organizationId } = await operator.find(subdomain);
  const id =
    values.id === undefined
      ? (await operator.call(createExport, { organizationId, input: { type } })).export?.id
      : Number(values.id);
  const done = await waitForOrganization(operator, organizationId, id);
  const input = { export_id: done.id };
  await writeArchive(to, () => operator.open(downloadExport, { organizationId, input }));
  const said = `Wrote ${to}: ${done.bytes} bytes, ${done.rows} rows and ${done.files} files.`;
  return { lines: [said], json: { organization_id: organizationId, file: to, ...done } };
}

/** `exports`: the exports of an organization. */
export async function listExports(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const subdomain = onlySubdomain("exports", args);
  const { id: organizationId } = await operator.find(subdomain);
  const { exports } = await operator.call(getExports, { organizationId, input: {} });
  return { lines: exports.map((one) => JSON.stringify(one)), json: exports };
}

/** Waits until an export of an organization is done. @throws UsageError when it failed, or there is none */
export function waitForOrganization(
  operator: OperatorClient,
  organizationId: number,
  id: number | undefined,
): Promise<OperatorExport> {
  return waitForExport(
    id,
    async () => (await operator.call(getExports, { organizationId, input: {} })).exports,
  );
}
