import { checkApiKey } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import { parseRules } from "../limits/rules.ts";
import type { HostRealms, ProvenRealm } from "../realms/host-realms.ts";
import { self } from "../realms/self.ts";
import { parseCredentials, unauthorized } from "./credentials.ts";
import type { Account, KeyHash, KeyRing } from "./key-cache.ts";

/** The texts of docs/behaviour/api.md#authentication. */
const refusals = {
  unknown: "Invalid API key",
  user_deactivated: "Account is deactivated",
  realm_deactivated: "This organization has been deactivated",
  other_realm: "Account is not associated with this subdomain",
} as const;

interface Claim {
  readonly host: string;
  /** The header `Authorization`. */
  readonly header: string;
  readonly key: KeyHash;
  readonly proven: { readonly realm: ProvenRealm; readonly keys: KeyRing };
}

/** Finds out whose credentials a request carries, by the keys of the realm as they were after the request arrived. */
export class Authenticator {
  readonly #users: ServiceClient;
  readonly #hosts: HostRealms;

  constructor(users: ServiceClient, hosts: HostRealms) {
    this.#users = users;
    this.#hosts = hosts;
  }

  /** @throws UNAUTHORIZED with the text of the reason; BAD_REQUEST, SERVICE_UNAVAILABLE */
  async authenticate({ host, header, key, proven }: Claim): Promise<Account> {
    const known = proven.keys.find(key);
    if (known !== undefined && !proven.realm.deactivated) return known;
    const credentials = parseCredentials(header);
    if (proven.realm.deactivated) throw unauthorized(refusals.realm_deactivated);
    const realmId = proven.realm.ref.id;
    const before = this.#hosts.lastKnown(host)?.authVersion;
    const answer = await this.#users.call(
      checkApiKey,
      self,
      { realmId, ...credentials },
      { realmId },
    );
    if (!answer.valid) throw unauthorized(refusals[answer.reason]);
    const account = {
      userId: answer.userId,
      role: answer.role,
      isBot: answer.isBot,
      isIncomingWebhook: answer.isIncomingWebhook,
      rules: answer.rateLimits === "" ? null : parseRules(answer.rateLimits),
    };
    // If somebody's access changed since the question, the answer may be older than that change, whose news has been taken already.
    const isCurrent =
      this.#hosts.keysOf(host) === proven.keys &&
      this.#hosts.lastKnown(host)?.authVersion === before;
    if (isCurrent) proven.keys.remember(key, account);
    return account;
  }
}
