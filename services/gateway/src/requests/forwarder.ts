import { type Operation, partitionOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type GivenParameters,
  hasBody,
  parseParameters,
  readBody,
  type ServicePool,
} from "@team-chat/http";
import type { Identity } from "@team-chat/identity";
import { parseQueueId, queueSlotHeader, slotKey, slotsPerPartition } from "@team-chat/link";

import type { LoginGuard } from "../limits/login-guard.ts";
import type { EventsProcesses } from "../polls/events-processes.ts";
import type { Exchange } from "./exchange.ts";

interface ForwarderParts {
  readonly pools: ReadonlyMap<Operation["owner"], ServicePool>;
  readonly events: EventsProcesses;
  readonly logins: LoginGuard;
  readonly partitions: number;
  readonly maxBodyBytes: number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** Forms that the gateway itself has to look into are this long at most. */
const maxFormBytes = 64 * 1024;

interface Passing {
  readonly realmId: number;
  readonly body?: Buffer;
  readonly headers?: Record<string, string>;
}

/** Passes requests on to the service that owns the operation, and the answers back. */
export class Forwarder {
  readonly #parts: ForwarderParts;

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
  }

  /** @throws what is to be answered instead, while nothing has been answered */
  async forward(exchange: Exchange, identity: Identity): Promise<void> {
    const { operation, req } = exchange;
    // What only the gateway may say.
    delete req.headers[queueSlotHeader];
    const realmId = identity.kind === "service" ? 0 : (identity.realm?.id ?? 0);
    if (operation.owner === "events") await this.#toEvents(exchange, identity, realmId);
    else if (operation.name === "fetchApiKey") await this.#login(exchange, identity, realmId);
    else await this.#pass(exchange, identity, { realmId });
  }

  async #login(exchange: Exchange, identity: Identity, realmId: number): Promise<void> {
    const { body, given } = await readForm(exchange);
    const pass = () => this.#pass(exchange, identity, { realmId, body });
    await this.#parts.logins.attempt(realmId, given.get("username") ?? "", pass);
  }

  async #toEvents(exchange: Exchange, identity: Identity, realmId: number): Promise<void> {
    if (exchange.operation.name === "registerQueue") {
      const slot = this.#randomSlot(realmId);
      const headers = { [queueSlotHeader]: slot };
      await this.#passTo(this.#ownerOf(slot), exchange, { identity, realmId, headers });
      return;
    }
    const { body, given } = await readForm(exchange);
    const queue = parseQueueId(given.get("queue_id")?.replaceAll('"', "") ?? "");
    const slot = queue === null ? this.#randomSlot(realmId) : slotKey(queue);
    await this.#passTo(this.#ownerOf(slot), exchange, { identity, realmId, body });
  }

  #randomSlot(realmId: number): string {
    const { partitions, random } = this.#parts;
    const slot = Math.floor(random() * slotsPerPartition);
    return slotKey({ partition: partitionOf(realmId, partitions), slot });
  }

  #ownerOf(slot: string): ServicePool {
    const owner = this.#parts.events.ownerOf(slot);
    if (owner === undefined) throw unavailable("events");
    return owner.pool;
  }

  #pass(exchange: Exchange, identity: Identity, passing: Passing): Promise<number> {
    const { owner } = exchange.operation;
    const pool = this.#parts.pools.get(owner);
    if (pool === undefined) throw unavailable(owner);
    return this.#passTo(pool, exchange, { identity, ...passing });
  }

  #passTo(
    pool: ServicePool,
    { headers: responseHeaders, req, res }: Exchange,
    { body, headers: requestHeaders = {}, identity, realmId }: Passing & { identity: Identity },
  ): Promise<number> {
    return pool.proxy(identity, {
      req,
      res,
      realmId,
      requestHeaders,
      responseHeaders,
      maxBodyBytes: this.#parts.maxBodyBytes,
      ...(body === undefined || body.length === 0 ? {} : { body }),
    });
  }
}

async function readForm({
  query,
  req,
}: Exchange): Promise<{ body: Buffer; given: GivenParameters }> {
  const body = hasBody(req) ? await readBody(req, maxFormBytes) : Buffer.alloc(0);
  const contentType = req.headers["content-type"];
  return { body, given: await parseParameters({ contentType, body, query }) };
}

function unavailable(service: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", `The ${service} service does not answer.`, {
    details: { "retry-after": 1 },
  });
}
