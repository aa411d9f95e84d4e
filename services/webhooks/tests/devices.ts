import {
  addPushSubscription,
  type DomainEvent,
  type InternalOperation,
  listPushSubscriptions,
  removePushSubscription,
} from "@team-chat/contract";
import { type Caller, createIdentitySigner } from "@team-chat/identity";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { type DeviceSubscription, PushService } from "@team-chat/testkit";
import type { z } from "zod";

import type { WebhooksConfig } from "../src/index.ts";
import { human, key } from "./peers.ts";
import { World } from "./world.ts";

export const [writer, reader, other] = [10, 11, 12];

/** People with devices, their push service, and a process that pushes. */
export class Devices implements AsyncDisposable {
  readonly world: World;
  readonly service: PushService;
  readonly #client: ServiceClient;

  private constructor(world: World, service: PushService, port: number) {
    this.world = world;
    this.service = service;
    const signer = createIdentitySigner(key);
    this.#client = createServiceClient(`http://127.0.0.1:${port}`, { name: "webhooks", signer });
  }

  static async open(config: Partial<WebhooksConfig> = {}): Promise<Devices> {
    const world = await World.create();
    for (const id of [writer, reader, other]) world.peers.has(human(id));
    const { port } = await world.start(config);
    return new Devices(world, await PushService.start(), port);
  }

  list(userId: number) {
    return this.#client.request(listPushSubscriptions, callerOf(userId), {}, { realmId: 1 });
  }

  /** Adds a device with an API key, or with a session. */
  add(userId: number, subscription: DeviceSubscription, sessionId?: number) {
    const given = { ...subscription };
    const caller = { ...callerOf(userId), ...(sessionId === undefined ? {} : { sessionId }) };
    return this.#client.request(addPushSubscription, caller, given, { realmId: 1 });
  }

  /** Calls the service as another one does. */
  call<I extends z.ZodObject, O extends z.ZodType>(
    operation: InternalOperation<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    return this.#client.call(operation, { kind: "service", name: "users" }, input, { realmId: 1 });
  }

  remove(userId: number, endpoint: string) {
    const given = { endpoint };
    return this.#client.request(removePushSubscription, callerOf(userId), given, { realmId: 1 });
  }

  /** Makes a device of that name a user's. */
  async has(userId: number, device: string, sessionId?: number): Promise<DeviceSubscription> {
    const subscription = this.service.subscribe(device);
    await this.add(userId, subscription, sessionId);
    return subscription;
  }

  /** Forgets all that arrived, and everybody's devices, settings and preferences. */
  async clear(): Promise<void> {
    await this.world.settle();
    this.service.pushed.length = 0;
    this.service.playsWell();
    this.world.peers.listeners.length = 0;
    this.world.peers.present.length = 0;
    for (const id of [writer, reader, other]) this.world.peers.has(human(id));
    await this.world.forgetPushes();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    await this.service[Symbol.asyncDispose]();
    await this.world[Symbol.asyncDispose]();
  }
}

/** The event that a user has read messages; all when none are named. */
export function readEvent(userId: number, messages: readonly number[]): DomainEvent {
  return {
    audience: { to: "users", ids: [userId] },
    event: {
      type: "update_message_flags",
      op: "add",
      operation: "add",
      flag: "read",
      messages: [...messages],
      all: messages.length === 0,
    },
  };
}

/** The event that messages are gone, for those who could see them. */
export function deletedEvent(userIds: readonly number[], messages: readonly number[]): DomainEvent {
  return {
    audience: { to: "users", ids: [...userIds] },
    event: { type: "delete_message", message_ids: [...messages], message_type: "private" },
  };
}

function callerOf(userId: number): Caller {
  return {
    kind: "user",
    realm: { id: 1, subdomain: "", url: "http://localhost:9991" },
    userId,
    role: 400,
    isBot: false,
    client: "website",
    usersVersion: 0,
  };
}
