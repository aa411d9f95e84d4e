import { parseArgs } from "node:util";

import {
  closeLegalHold,
  createHoldExport,
  createLegalHold,
  downloadHoldExport,
  getHoldExports,
  getLegalHolds,
  type OperatorHold,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";
import { writeArchive } from "../write-archive.ts";
import { waitForExport } from "./wait-for-export.ts";

/** `hold`: begins a legal hold. */
export async function hold(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      user: { type: "string" },
      channel: { type: "string" },
      reason: { type: "string", default: "" },
    },
    allowPositionals: true,
  });
  const { id: organizationId } = await operator.find(onlySubdomain("hold", positionals));
  const { channel, reason, user: email } = values;
  const input = { email, channel, reason };
  const { hold_id: id } = await operator.call(createLegalHold, { organizationId, input });
  return { lines: [`Legal hold ${id} is on.`], json: { hold_id: id } };
}

/** `holds`: lists legal holds. */
export async function listHolds(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { id: organizationId } = await operator.find(onlySubdomain("holds", args));
  const all: OperatorHold[] = [];
  for (let before: number | undefined, isMore = true; isMore;) {
    const input = before === undefined ? {} : { before };
    const { legal_holds: page } = await operator.call(getLegalHolds, { organizationId, input });
    all.push(...page);
    before = page.at(-1)?.id;
    isMore = page.length > 0;
  }
  const lines = all.length === 0 ? ["There is no legal hold."] : all.map(holdLine);
  return { lines, json: all };
}

function holdLine(one: OperatorHold): string {
  const of = one.user_id === null ? `channel ${one.channel_id}` : `user ${one.user_id}`;
  const begun = `begun ${timeOf(one.begun_at)} by ${who(one.begun_by, one.begun_with_key)}`;
  const ended =
    one.ended_at === null
      ? "on"
      : `ended ${timeOf(one.ended_at)} by ${who(one.ended_by, one.ended_with_key)}`;
  return [one.id, of, one.reason, begun, ended].join("\t");
}

function who(owner: number | null, key: string | null): string {
  return key === null ? `owner ${owner}` : `operator ${key}`;
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}

/** `end-hold`: ends a legal hold. */
export async function endHold(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { id: { type: "string" } },
    allowPositionals: true,
  });
  const { id: organizationId } = await operator.find(onlySubdomain("end-hold", positionals));
  const id = idOf("--id", values.id);
  await operator.call(closeLegalHold, { organizationId, input: { hold_id: id } });
  return { lines: [`Legal hold ${id} has ended.`], json: { hold_id: id } };
}

/** `export-hold`: has a legal hold exported, and writes the archive into a file. */
export async function exportHold(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { id: { type: "string" }, export: { type: "string" }, to: { type: "string" } },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("export-hold", positionals);
  const { to } = values;
  if (to === undefined) throw new UsageError("export-hold needs --to, the file to write.");
  const { id: organizationId } = await operator.find(subdomain);
  const id =
    values.export === undefined
      ? await begin(operator, organizationId, idOf("--id", values.id))
      : idOf("--export", values.export);
  const done = await waitForExport(
    id,
    async () => (await operator.call(getHoldExports, { organizationId, input: {} })).exports,
  );
  const input = { export_id: done.id };
  await writeArchive(to, () => operator.open(downloadHoldExport, { organizationId, input }));
  const lines = [
    `Wrote ${to}: ${done.bytes} bytes, ${done.records} records read and ${done.files} files.`,
    `Root of the records: ${done.root}`,
  ];
  return { lines, json: { organization_id: organizationId, file: to, ...done } };
}

/** @throws UsageError */
function idOf(option: string, given: string | undefined): number {
  const id = Number(given);
  if (given !== undefined && Number.isSafeInteger(id)) return id;
  throw new UsageError(`${option} takes an id.`);
}

async function begin(
  operator: OperatorClient,
  organizationId: number,
  holdId: number,
): Promise<number | undefined> {
  const input = { hold_id: holdId };
  return (await operator.call(createHoldExport, { organizationId, input })).export?.id;
}
