import { checkApiKey, checkSession } from "@team-chat/contract";
import type { AppError } from "@team-chat/errors";
import type { ServiceClient } from "@team-chat/rpc";

import { parseRules } from "../limits/rules.ts";
import { self } from "../realms/proofs.ts";
import type { ClaimedSender } from "../requests/claimed-sender.ts";
import type { Account } from "./account.ts";
import { parseCredentials } from "./credentials.ts";
import { factorsPath } from "./factors-path.ts";
import type { ProvenRealm } from "./host-realms.ts";
import { deactivatedText, unauthorized } from "./refusals.ts";

/** Reasons in the words of docs/behaviour/api.md#authentication. */
const refusals = {
  unknown: "Invalid API key",
  user_deactivated: "Account is deactivated",
  realm_deactivated: deactivatedText(""),
  other_realm: "Account is not associated with this subdomain",
  ended: "Not logged in: the session has ended",
} as const;

/**
 * Asks whose the credentials of a request are, in an organization that was proven.
 * @throws UNAUTHORIZED with the reason; BAD_REQUEST for what is no proof; SERVICE_UNAVAILABLE
 */
export async function askAccount(
  users: ServiceClient,
  sender: ClaimedSender,
  realm: ProvenRealm,
): Promise<Account> {
  const realmId = realm.ref.id;
  if (sender.kind === "session") {
    if (realm.deactivated) throw unauthorized(deactivatedText(realm.suspensionReason));
    const { token } = sender;
    const answer = await users.call(checkSession, self, { realmId, token }, { realmId });
    if (!answer.valid) throw refused({ reason: "ended", ...answer }, realm);
    return { ...accountOf(answer), sessionId: answer.sessionId };
  }
  const input = { realmId, ...parseCredentials(sender.authorization), knowsScopes: true };
  if (realm.deactivated) throw unauthorized(deactivatedText(realm.suspensionReason));
  const answer = await users.call(checkApiKey, self, input, { realmId });
  if (!answer.valid) throw refused(answer, realm);
  return answer.key === undefined ? accountOf(answer) : { ...accountOf(answer), key: answer.key };
}

/** Holds what the users service tells of an account that may be let in. */
interface Admitted extends Omit<Account, "key" | "rules"> {
  readonly rateLimits: string;
}

function accountOf(admitted: Admitted): Account {
  const { isBot, isIncomingWebhook, rateLimits, role, userId, validForMs } = admitted;
  const rules = rateLimits === "" ? null : parseRules(rateLimits);
  const account = { userId, role, isBot, isIncomingWebhook, rules };
  return validForMs === undefined ? account : { ...account, validForMs };
}

interface Refused {
  readonly reason: keyof typeof refusals;
  readonly lacksFactor?: true | undefined;
  readonly hasExpired?: true | undefined;
}

/** Refuses credentials; whoever lacks a second factor is told where to set one up. */
function refused({ hasExpired, lacksFactor, reason }: Refused, { ref }: ProvenRealm): AppError {
  if (hasExpired === true) return unauthorized("This API key has expired");
  if (lacksFactor !== true) return unauthorized(refusals[reason]);
  const text = `This organization requires a second factor: set one up at ${ref.url}${factorsPath}`;
  return unauthorized(text);
}
