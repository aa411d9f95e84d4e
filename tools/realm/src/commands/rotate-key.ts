import { parseArgs } from "node:util";

import { rotateKey as operation } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";
import { UsageError } from "../usage.ts";

/** `rotate-key`: replaces the key of an account. */
export async function rotateKey(operator: Operator, args: readonly string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { "show-key": { type: "boolean" } },
    allowPositionals: true,
  });
  const [subdomain, email, ...rest] = positionals;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("rotate-key takes a subdomain and an address.");
  const input = { subdomain, email };
  const { apiKey } = await operator.users.call(operation, operatorIdentity, input, { realmId: 0 });
  return [
    `The old key of ${email} no longer works.`,
    ...(values["show-key"] === true ? [`API key: ${apiKey}`] : []),
  ];
}
