import { checkOwnPassword } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";

import { parseCredentials } from "../authentication/credentials.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import type { Form } from "../requests/form.ts";

interface PasswordGuardParts {
  readonly logins: LoginGuard;
  readonly users: ServiceClient;
  readonly addressOf: ClientAddress;
}

interface Sent {
  readonly identity: Identity;
  readonly form: Form;
}

/** Counts the wrong passwords that requests give, and refuses further ones after too many. */
export class PasswordGuard {
  readonly #parts: PasswordGuardParts;

  constructor(parts: PasswordGuardParts) {
    this.#parts = parts;
  }

  /**
   * Passes a request on that gives a password. `send` resolves to the status that the service answered with.
   * @throws RATE_LIMIT_HIT after too many wrong ones, instead of telling whether this one is right
   */
  async guard(request: ClientRequest, sent: Sent, send: () => Promise<number>): Promise<void> {
    if (request.operation.verifiesPassword === "login") {
      const userName = sent.form.given.get("username") ?? "";
      await this.#attempt(request, { ...sent, userName }, send);
    } else {
      await this.#checkOldPassword(request, sent);
      await send();
    }
  }

  /** Asks first whether the old password is right, and counts a wrong one as a failed login. */
  async #checkOldPassword(request: ClientRequest, sent: Sent): Promise<void> {
    const { form, identity } = sent;
    const password = form.given.get("old_password") ?? "";
    if (identity.kind !== "user" || password === "" || !form.given.has("new_password")) return;
    const realmId = identity.realm.id;
    const userName = userNameOf(request, identity.userId);
    await this.#attempt(request, { ...sent, userName }, async () => {
      const input = { realmId, userId: identity.userId, password };
      const { isRight } = await this.#parts.users.call(checkOwnPassword, identity, input, {
        realmId,
      });
      return isRight ? 200 : 401;
    });
  }

  #attempt(
    { headers, req }: ClientRequest,
    { identity, userName }: Sent & { readonly userName: string },
    verify: () => Promise<number>,
  ): Promise<void> {
    const realmId = identity.kind === "service" ? 0 : (identity.realm?.id ?? 0);
    const address = this.#parts.addressOf(req);
    return this.#parts.logins.attempt({ realmId, userName, address, headers }, verify);
  }
}

/** Names whose password is counted: by the address that came with a key; a session tells none. */
function userNameOf({ sender }: ClientRequest, userId: number): string {
  if (sender?.kind !== "key") return `user ${userId}`;
  return parseCredentials(sender.authorization).email;
}
