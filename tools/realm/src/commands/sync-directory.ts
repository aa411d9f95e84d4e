import { parseArgs } from "node:util";

import { syncDirectory as operation } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { syncLine } from "../sync-line.ts";
import { onlySubdomain } from "../usage.ts";

/** `sync-directory`: makes accounts agree with the organization's directory, or says what that would change. */
export async function syncDirectory(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      "dry-run": { type: "boolean", default: false },
      force: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const { id: organizationId } = await operator.find(onlySubdomain("sync-directory", positionals));
  const input = { dry_run: values["dry-run"], force: values.force };
  const { sync } = await operator.call(operation, { organizationId, input });
  const lines = sync.changes.map(({ change, email }) => `  ${change}\t${email}`);
  const said = [
    ...(values["dry-run"] ? ["Nothing was changed. It would be:"] : []),
    syncLine(sync),
    ...lines,
  ];
  return { lines: said, json: sync };
}
