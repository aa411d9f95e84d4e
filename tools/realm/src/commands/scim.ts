import { parseArgs } from "node:util";

import { endScimToken, getScimTokens, giveScimToken } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";

/** `scim`: makes and ends tokens of provisioning systems, and lists those that there are. */
export async function scim(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { new: { type: "string" }, end: { type: "string" } },
    allowPositionals: true,
  });
  const ended = values.end === undefined ? null : Number(values.end);
  if (ended !== null && !Number.isSafeInteger(ended))
    throw new UsageError("--end takes the id of a token.");
  const { id: organizationId, url } = await operator.find(onlySubdomain("scim", positionals));
  if (ended !== null)
    await operator.call(endScimToken, { organizationId, input: { token_id: ended } });
  const made =
    values.new === undefined
      ? null
      : await operator.call(giveScimToken, { organizationId, input: { name: values.new } });
  const { scim_tokens: all } = await operator.call(getScimTokens, { organizationId, input: {} });
  const lines = all.map(({ created_at: created, id, last_used_at: used, name }) =>
    [
      id,
      name,
      `made ${timeOf(created)}`,
      used === null ? "never used" : `used ${timeOf(used)}`,
    ].join("\t"),
  );
  const said = [
    `Address for provisioning systems: ${url}/scim/v2`,
    ...(made === null ? [] : [`Token, shown this once: ${made.token}`]),
    ...(lines.length === 0 ? ["There is no token."] : lines),
  ];
  const json = { url: `${url}/scim/v2`, made, scim_tokens: all };
  return { lines: said, json };
}

function timeOf(second: number): string {
  return new Date(second * 1000).toISOString();
}
