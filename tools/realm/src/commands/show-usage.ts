import { parseArgs } from "node:util";

import { getUsage, usageDay } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain } from "../usage.ts";

const columns = usageDay.keyof().options;

/** `usage`: what an organization used day by day, one line each, as comma-separated values with `--csv`. */
export async function showUsage(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      from: { type: "string" },
      to: { type: "string" },
      csv: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("usage", positionals);
  const today = new Date().toISOString().slice(0, 10);
  const input = { from: values.from ?? `${today.slice(0, 8)}01`, to: values.to ?? today };
  const { id: organizationId } = await operator.find(subdomain);
  const { days } = await operator.call(getUsage, { organizationId, input });
  const separator = values.csv ? "," : "\t";
  const lines = [columns, ...days.map((one) => columns.map((column) => one[column]))].map((line) =>
    line.join(separator),
  );
  return { lines, json: days };
}
