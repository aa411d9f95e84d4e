import { parseArgs } from "node:util";

import { replaceAccountKey } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";

/** `rotate-key`: replaces the key of an account. */
export async function rotateKey(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { "show-key": { type: "boolean" } },
    allowPositionals: true,
  });
  const [subdomain, email, ...more] = positionals;
  if (subdomain === undefined || email === undefined || more.length > 0)
    throw new UsageError("rotate-key takes a subdomain and an address.");
  const { id: organizationId } = await operator.find(subdomain);
  const { account } = await operator.call(replaceAccountKey, { organizationId, input: { email } });
  const shown = values["show-key"] === true;
  const lines = [
    `The old key of ${email} no longer works.`,
    ...(shown ? [`API key: ${account?.api_key}`] : []),
  ];
  const { api_key: key, ...rest } = account ?? {};
  return { lines, json: { ...rest, ...(shown && { api_key: key }) } };
}
