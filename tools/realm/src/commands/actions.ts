import { listActions } from "@team-chat/contract";
import type { z } from "zod";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";

const pageSize = 1000;

type Action = z.output<typeof listActions.output>["actions"][number];

/** `actions`: what operators have changed, one line each. */
export async function actions(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("actions takes nothing.");
  const all: Action[] = [];
  for (let after = 0; ;) {
    const { actions: page } = await operator.call(listActions, {
      input: { after, limit: pageSize },
    });
    all.push(...page);
    after = page.at(-1)?.id ?? 0;
    if (page.length < pageSize) return { lines: all.map(lineOf), json: all };
  }
}

function lineOf({ acted_at: at, state, ...one }: Action): string {
  const time = new Date(at * 1000).toISOString();
  const { input, key_name: key, operation, organization_id: id } = one;
  const open = state === "open" ? ["open"] : [];
  return [time, key, operation, id, JSON.stringify(input), ...open].join("\t");
}
