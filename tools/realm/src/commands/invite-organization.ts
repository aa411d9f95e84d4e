import { inviteOrganization as operation } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";

const usual = 7;

/** `invite-organization`: makes a link with which somebody creates an organization. */
export async function inviteOrganization(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const [option, given, ...rest] = args;
  if (rest.length > 0 || (option !== undefined && option !== "--days"))
    throw new UsageError("invite-organization takes nothing but --days.");
  const days = option === undefined ? usual : Number(given);
  if (!Number.isInteger(days) || days < 1 || days > 90)
    throw new UsageError("--days is a whole number from 1 to 90.");
  const { url = "" } = await operator.call(operation, { input: { days } });
  const lines = [
    `With this link somebody creates an organization, once, within ${days} days:`,
    url,
  ];
  return { lines, json: { url, days } };
}
