import { parseArgs } from "node:util";

import { moveOrganization } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

/** `move`: has an organization served by another process of messages. */
export async function move(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { turn: { type: "string" }, back: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("move", positionals);
  const input = inputOf(values);
  const { id: organizationId } = await operator.find(subdomain);
  const { organization } = await operator.call(moveOrganization, { organizationId, input });
  const { messages_turn: turn } = organization;
  const where = turn === 0 ? "where hashing puts it" : `moved on by ${turn} (turn ${turn})`;
  return { lines: [`The organization '${subdomain}' is ${where}.`], json: organization };
}

/** @throws UsageError when the options do not say where to */
function inputOf({ back, turn }: { readonly back: boolean; readonly turn?: string }) {
  if (turn === undefined) return back ? { turn: 0 } : {};
  if (back) throw new UsageError("move takes --turn or --back, and not both.");
  if (!/^\d+$/.test(turn)) throw new UsageError("--turn is a number from 0.");
  return { turn: Number(turn) };
}
