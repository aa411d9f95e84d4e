import { type Layout, type Operation, partitionOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { parseQueueId, type ServiceClient, slotKey, slotOfUser } from "@team-chat/rpc";

import type { HostRealms } from "../authentication/host-realms.ts";
import type { EventsProcesses } from "../long-polls/events-processes.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import type { Form } from "../requests/form.ts";

interface OwnersParts {
  readonly services: ReadonlyMap<Operation["owner"], ServiceClient>;
  readonly events: EventsProcesses;
  readonly hosts: HostRealms;
  readonly layout: Layout;
}

type Asked = Pick<ClientRequest, "host" | "operation">;

/** Knows the services that own operations. */
export class Owners {
  readonly #parts: OwnersParts;

  constructor(parts: OwnersParts) {
    this.#parts = parts;
  }

  /** Returns a service whose processes are all alike; undefined for `events`. */
  named(owner: Operation["owner"]): ServiceClient | undefined {
    return this.#parts.services.get(owner);
  }

  /**
   * Returns the service that owns the operation of a request; of `events` the process that owns the queue.
   * @throws SERVICE_UNAVAILABLE
   */
  of(request: Asked, identity: Identity, form: Form | undefined): ServiceClient {
    const { owner } = request.operation;
    const service =
      owner === "events"
        ? this.#parts.events.ownerOf(this.#slotFor(request, identity, form))?.pool
        : this.named(owner);
    if (service !== undefined) return service;
    throw new AppError("SERVICE_UNAVAILABLE", `The ${owner} service does not answer.`, {
      details: { "retry-after": 1 },
    });
  }

  /** Finds the slot of the queue that a form names, and without one the slot that all queues of the user have. */
  #slotFor({ host }: Asked, identity: Identity, form: Form | undefined): string {
    const queue = parseQueueId(form?.given.get("queue_id")?.replaceAll('"', "") ?? "");
    if (queue !== null) return slotKey(queue);
    const { hosts, layout } = this.#parts;
    const realmId = realmIdOf(identity);
    const partition = partitionOf(realmId, layout);
    if (identity.kind !== "user") return slotKey({ partition, slot: 0 });
    const { userId } = identity;
    const mostQueues = hosts.lastKnown(host)?.mostQueues ?? null;
    return slotKey({ partition, slot: slotOfUser({ realmId, userId }, mostQueues) });
  }
}

/** Returns the organization that a request belongs to; 0 for none. */
export function realmIdOf(identity: Identity): number {
  return identity.kind === "service" ? 0 : (identity.realm?.id ?? 0);
}
