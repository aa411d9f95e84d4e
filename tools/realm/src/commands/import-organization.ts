import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";

import {
  addImportPiece,
  archivePieceBytes,
  beginImport,
  cancelImport as cancel,
  createExport,
  createImport,
  getImport,
  listOrganizations,
  type OperatorImport,
} from "@team-chat/contract";

import { type OperatorClient, OperatorRefusal } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { asPlan } from "../plan-name.ts";
import { onlySubdomain, UsageError } from "../usage.ts";
import { askPatiently } from "./ask-patiently.ts";
import { waitForOrganization } from "./export-organization.ts";

const lookEveryMs = 1000;
const options = {
  plan: { type: "string" },
  "allow-reserved": { type: "boolean", default: false },
} as const;

/** `import`: takes an organization in from an archive, and goes on with one that was interrupted. */
export async function importOrganization(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { ...options, subdomain: { type: "string" }, root: { type: "boolean" } },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError("import takes one file.");
  const subdomain = values.root === true ? "" : values.subdomain;
  if (subdomain === undefined) throw new UsageError("--subdomain is missing.");
  const to = { subdomain, plan: values.plan, allowReserved: values["allow-reserved"] };
  const organizationId = await placeFor(operator, { ...to, sandbox: false });
  const found = await operator.call(getImport, { organizationId, input: {} });
  if (found.import.state === "waiting") {
    await send(operator, { organizationId, file, from: found.import.bytes });
    await begin(operator, organizationId, undefined);
  }
  return describe(await waitFor(operator, organizationId), to);
}

/** `clone`: copies an organization to another address, from which nothing reaches anybody outside. */
export async function cloneOrganization(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { ...options, to: { type: "string" } },
    allowPositionals: true,
  });
  const from = onlySubdomain("clone", positionals);
  if (values.to === undefined) throw new UsageError("clone needs --to, the address of the copy.");
  const { id: sourceId } = await operator.find(from);
  const to = { subdomain: values.to, plan: values.plan, allowReserved: values["allow-reserved"] };
  const organizationId = await placeFor(operator, { ...to, sandbox: true });
  const found = await operator.call(getImport, { organizationId, input: {} });
  if (found.import.state === "waiting") {
    const input = { type: "full_without_consent" } as const;
    const begun = await operator.call(createExport, { organizationId: sourceId, input });
    const done = await waitForOrganization(operator, sourceId, begun.export?.id);
    await begin(operator, organizationId, { organization_id: sourceId, export_id: done.id });
  }
  return describe(await waitFor(operator, organizationId), to);
}

/** `cancel-import`: gives an import up. */
export async function cancelImport(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const subdomain = onlySubdomain("cancel-import", args);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(cancel, { organizationId, input: {} });
  const said = `The import into '${subdomain}' was cancelled. What came of it is being deleted.`;
  return { lines: [said], json: { organization_id: organizationId, subdomain } };
}

interface Target {
  readonly subdomain: string;
  readonly plan: string | undefined;
  readonly allowReserved: boolean;
  readonly sandbox: boolean;
}

/** Finds the organization at an address that is being imported, or keeps the address for a new one. */
async function placeFor(
  operator: OperatorClient,
  { allowReserved, plan, sandbox, subdomain }: Target,
): Promise<number> {
  const { organizations } = await operator.call(listOrganizations, { input: { subdomain } });
  const id = organizations[0]?.id;
  if (id !== undefined) {
    const isOpen = await operator
      .call(getImport, { organizationId: id, input: {} })
      .then(({ import: found }) => found.state !== "done" && found.state !== "failed")
      .catch((error: unknown) => {
        if (error instanceof OperatorRefusal) return false;
        throw error;
      });
    if (isOpen) return id;
  }
  const input = { subdomain, plan: asPlan(plan), allow_reserved: allowReserved, sandbox };
  const created = await operator.call(createImport, { input });
  if (created.organization_id === undefined) throw new UsageError("The address was not kept.");
  return created.organization_id;
}

interface Sending {
  readonly organizationId: number;
  readonly file: string;
  /** Number of bytes that have arrived. */
  readonly from: number;
}

async function send(
  operator: OperatorClient,
  { file, from, organizationId }: Sending,
): Promise<void> {
  try {
    await using handle = await open(file, "r");
    const { size } = await handle.stat();
    const piece = new Uint8Array(archivePieceBytes);
    for (let offset = from; offset < size;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, offset);
      const bytes = piece.subarray(0, bytesRead);
      const sent = await operator.send(
        addImportPiece,
        { organizationId, input: { offset } },
        bytes,
      );
      offset = sent.import.bytes;
      console.error(`sent: ${offset} of ${size} bytes`);
    }
  } catch (error) {
    if (from === 0) await operator.call(cancel, { organizationId, input: {} });
    if (error instanceof Error && "code" in error)
      throw new UsageError(`The file ${file} cannot be read: ${error.message}`);
    throw error;
  }
}

/** Begins an import, and keeps nothing of one that is refused. */
async function begin(
  operator: OperatorClient,
  organizationId: number,
  from: { readonly organization_id: number; readonly export_id: number } | undefined,
): Promise<void> {
  try {
    await operator.call(beginImport, { organizationId, input: from === undefined ? {} : { from } });
  } catch (error) {
    if (error instanceof OperatorRefusal)
      await operator.call(cancel, { organizationId, input: {} });
    throw error;
  }
}

/** @throws UsageError when it failed */
async function waitFor(operator: OperatorClient, organizationId: number): Promise<OperatorImport> {
  for (let said = ""; ;) {
    const found = await askPatiently(() => look(operator, organizationId));
    if (found.state === "done") return found;
    if (found.state === "failed") throw new UsageError(`The import failed: ${found.failure}`);
    const { all_files: allFiles, all_rows: allRows, files, kind, rows, state } = found;
    const now = `${kind || state}: ${rows} of ${allRows} rows, ${files} of ${allFiles} files`;
    if (now !== said) console.error(now);
    said = now;
    await setTimeout(lookEveryMs);
  }
}

async function look(operator: OperatorClient, organizationId: number): Promise<OperatorImport> {
  return (await operator.call(getImport, { organizationId, input: {} })).import;
}

function describe(
  { files, organization_id: organizationId, rows, ...rest }: OperatorImport,
  { subdomain }: { readonly subdomain: string },
): Outcome {
  const said = `The organization '${subdomain}' is complete: ${rows} rows and ${files} files.`;
  return {
    lines: [said],
    json: { organization_id: organizationId, subdomain, rows, files, ...rest },
  };
}
