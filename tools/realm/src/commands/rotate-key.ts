import { parseArgs } from "node:util";

import { replaceAccountKey } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import { UsageError } from "../usage.ts";

/** `rotate-key`: replaces the key of an account. */
export async function rotateKey(
  operator: OperatorClient,
  args: readonly string[],
): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { "show-key": { type: "boolean" } },
    allowPositionals: true,
  });
  const [subdomain, email, ...rest] = positionals;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("rotate-key takes a subdomain and an address.");
  const { id: organizationId } = await operator.find(subdomain);
  const { account } = await operator.call(replaceAccountKey, { organizationId, input: { email } });
  return [
    `The old key of ${email} no longer works.`,
    ...(values["show-key"] === true ? [`API key: ${account?.api_key}`] : []),
  ];
}
