import {
  checkOwnPassword,
  type Operation,
  partitionOf,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  askOnGuess,
  type GivenParameters,
  hasBody,
  type HeldAnswer,
  parseParameters,
  proxyRequest,
  readBody,
} from "@team-chat/http";
import type { Caller, Identity } from "@team-chat/identity";
import { parseQueueId, type ServiceClient, slotKey, slotOfUser } from "@team-chat/rpc";

import { parseCredentials } from "../keys/credentials.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import { isLarge, type LargeRequests } from "../limits/large-requests.ts";
import type { Attempt, LoginGuard } from "../limits/login-guard.ts";
import type { EventsProcesses } from "../polls/events-processes.ts";
import { authorizationOf, type Exchange } from "./exchange.ts";

interface ForwarderParts {
  readonly pools: ReadonlyMap<Operation["owner"], ServiceClient>;
  readonly events: EventsProcesses;
  readonly logins: LoginGuard;
  readonly large: LargeRequests;
  readonly addressOf: ClientAddress;
  readonly partitions: number;
  readonly maxBodyBytes: number;
}

/** Forms that the gateway itself has to look into are this long at most. */
const maxFormBytes = 64 * 1024;

const mayChangePassword: ReadonlySet<string> = new Set([
  updateSettings.name,
  updateDisplaySettings.name,
  updateNotificationSettings.name,
]);

interface Passing {
  readonly realmId: number;
  readonly body?: Buffer;
}

/** Passes requests on to the service that owns the operation, and the answers back. */
export class Forwarder {
  readonly #parts: ForwarderParts;

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
  }

  /** @throws what is to be answered instead, while nothing has been answered */
  async forward(exchange: Exchange, identity: Identity): Promise<void> {
    const { operation } = exchange;
    const realmId = identity.kind === "service" ? 0 : (identity.realm?.id ?? 0);
    if (operation.owner === "events") await this.#toEvents(exchange, identity, realmId);
    else if (operation.name === "fetchApiKey") await this.#login(exchange, identity, realmId);
    else if (identity.kind === "user" && mayChangePassword.has(operation.name))
      await this.#changeSettings(exchange, identity);
    else await this.#pass(exchange, identity, { realmId });
  }

  /** Passes a request on for whom it probably comes from; null when that cannot be done now. */
  ask(exchange: Exchange, { realm, ...caller }: Caller): HeldAnswer | null {
    if (isLarge(exchange)) return null;
    const pool = this.#parts.pools.get(exchange.operation.owner);
    if (pool === undefined) return null;
    return askOnGuess(pool, { realm, ...caller }, { req: exchange.req, realmId: realm.id });
  }

  async #login(exchange: Exchange, identity: Identity, realmId: number): Promise<void> {
    const { body, given } = await readForm(exchange);
    const pass = () => this.#pass(exchange, identity, { realmId, body });
    const attempt = this.#attemptOf(exchange, realmId, given.get("username") ?? "");
    await this.#parts.logins.attempt(attempt, pass);
  }

  /** A wrong old password counts as a failed login; who has failed too often is not told whether it is right. */
  async #changeSettings(exchange: Exchange, identity: Caller): Promise<void> {
    const { body, given } = await readForm(exchange);
    const { realm, userId } = identity;
    const password = given.get("old_password") ?? "";
    if (password !== "" && given.get("new_password") !== undefined) {
      const { email } = parseCredentials(authorizationOf(exchange) ?? "");
      await this.#parts.logins.attempt(this.#attemptOf(exchange, realm.id, email), async () => {
        const input = { realmId: realm.id, userId, password };
        const { isRight } = await this.#users().call(checkOwnPassword, identity, input, {
          realmId: realm.id,
        });
        return isRight ? 200 : 401;
      });
    }
    await this.#pass(exchange, identity, { realmId: realm.id, body });
  }

  #attemptOf({ headers, req }: Exchange, realmId: number, userName: string): Attempt {
    return { realmId, userName, address: this.#parts.addressOf(req), headers };
  }

  #users(): ServiceClient {
    const pool = this.#parts.pools.get("users");
    if (pool === undefined) throw unavailable("users");
    return pool;
  }

  async #toEvents(exchange: Exchange, identity: Identity, realmId: number): Promise<void> {
    if (exchange.operation.name === "registerQueue") {
      const slot = this.#slotOf(identity, realmId);
      await this.#passTo(this.#ownerOf(slot), exchange, { identity, realmId });
      return;
    }
    const { body, given } = await readForm(exchange);
    const queue = parseQueueId(given.get("queue_id")?.replaceAll('"', "") ?? "");
    const slot = queue === null ? this.#slotOf(identity, realmId) : slotKey(queue);
    await this.#passTo(this.#ownerOf(slot), exchange, { identity, realmId, body });
  }

  /** Where the queues of whoever asks are; people without an account have none. */
  #slotOf(identity: Identity, realmId: number): string {
    const slot = identity.kind === "user" ? slotOfUser(identity.userId) : 0;
    return slotKey({ partition: partitionOf(realmId, this.#parts.partitions), slot });
  }

  #ownerOf(slot: string): ServiceClient {
    const owner = this.#parts.events.ownerOf(slot);
    if (owner === undefined) throw unavailable("events");
    return owner.pool;
  }

  #pass(exchange: Exchange, identity: Identity, passing: Passing): Promise<number> {
    const { owner } = exchange.operation;
    const pool = this.#parts.pools.get(owner);
    if (pool === undefined) throw unavailable(owner);
    const passed = { identity, ...passing };
    return isLarge(exchange)
      ? this.#passLarge(pool, exchange, passed)
      : this.#passTo(pool, exchange, passed);
  }

  /** Waits for its turn with the whole request, so that a slow client keeps nobody waiting. */
  async #passLarge(
    pool: ServiceClient,
    exchange: Exchange,
    { body, identity, realmId }: Passing & { identity: Identity },
  ): Promise<number> {
    const { req } = exchange;
    const whole =
      body ?? (hasBody(req) ? await readBody(req, this.#parts.maxBodyBytes) : Buffer.alloc(0));
    const payer = { realmId, userId: identity.kind === "user" ? identity.userId : 0 };
    return this.#parts.large.run(payer, () =>
      this.#passTo(pool, exchange, { body: whole, identity, realmId }),
    );
  }

  #passTo(
    pool: ServiceClient,
    { headers: responseHeaders, req, res }: Exchange,
    { body, identity, realmId }: Passing & { identity: Identity },
  ): Promise<number> {
    return proxyRequest(pool, {
      identity,
      req,
      res,
      realmId,
      responseHeaders,
      maxBodyBytes: this.#parts.maxBodyBytes,
      ...(body === undefined || body.length === 0 ? {} : { body }),
    });
  }
}

async function readForm(exchange: Exchange): Promise<{ body: Buffer; given: GivenParameters }> {
  const { query, req } = exchange;
  const body = hasBody(req) ? await readBody(req, maxFormBytes) : Buffer.alloc(0);
  const contentType = req.headers["content-type"];
  return { body, given: await parseParameters({ contentType, body, query }) };
}

function unavailable(service: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", `The ${service} service does not answer.`, {
    details: { "retry-after": 1 },
  });
}
