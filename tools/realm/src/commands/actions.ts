import { listActions } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import { UsageError } from "../usage.ts";

const pageSize = 1000;

/** `actions`: what operators have changed, one line each. */
export async function actions(
  operator: OperatorClient,
  args: readonly string[],
): Promise<string[]> {
  if (args.length > 0) throw new UsageError("actions takes nothing.");
  const lines: string[] = [];
  for (let after = 0; ;) {
    const { actions: page } = await operator.call(listActions, {
      input: { after, limit: pageSize },
    });
    for (const { acted_at: at, input, key_name: key, operation, organization_id: id } of page)
      lines.push(
        [new Date(at * 1000).toISOString(), key, operation, id, JSON.stringify(input)].join("\t"),
      );
    after = page.at(-1)?.id ?? 0;
    if (page.length < pageSize) return lines;
  }
}
