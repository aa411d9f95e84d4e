import { listDeliveries, redeliver } from "@team-chat/contract";
import { type Caller, createIdentitySigner } from "@team-chat/identity";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { answer } from "@team-chat/testkit";

import { channelMessage, eventOf } from "./messages.ts";
import { bot, human, key } from "./peers.ts";
import { World } from "./world.ts";

export const [owner, stranger, administrator] = [10, 11, 12];
export const noBot = { code: "BAD_REQUEST", message: "No such bot" };

interface Page {
  readonly bot_id?: number;
  readonly limit?: number;
  readonly before?: number;
  readonly state?: "failed";
}

/** Bot 20 of user 10 was told about messages 501 and 503 and failed with 502; bot 21 was told nothing. */
export class Owners implements AsyncDisposable {
  readonly world: World;
  readonly #pool: ServiceClient;

  private constructor(world: World, port: number) {
    this.world = world;
    const signer = createIdentitySigner(key);
    this.#pool = createServiceClient(`http://127.0.0.1:${port}`, { name: "webhooks", signer });
  }

  static async open(): Promise<Owners> {
    const world = await World.create();
    for (const id of [owner, stranger]) world.peers.has(human(id));
    world.peers.has({ ...human(administrator), role: 200 });
    world.peers.has(bot(20, world.receiver.url));
    world.peers.has(bot(21, world.receiver.url));
    const { port } = await world.start();
    const owners = new Owners(world, port);
    for (const id of [501, 502, 503]) await owners.#mention(id, id === 502 ? 404 : 200);
    return owners;
  }

  list(userId: number, page: Page = {}) {
    const params = { bot_id: 20, ...page };
    return this.#pool.request(listDeliveries, callerOf(userId), params, { realmId: 1 });
  }

  repeat(userId: number, deliveryId: number, botId = 20) {
    const params = { bot_id: botId, delivery_id: deliveryId };
    return this.#pool.request(redeliver, callerOf(userId), params, { realmId: 1 });
  }

  /** From now on the bot is deactivated. */
  deactivate(botId: number): void {
    this.world.peers.has({ ...bot(botId, this.world.receiver.url), isActive: false });
  }

  /** The delivery of this message. */
  async idOf(messageId: number): Promise<number> {
    const { deliveries } = await this.list(owner);
    return deliveries.find(({ message_id: id }) => id === messageId)?.id ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
    await this.world[Symbol.asyncDispose]();
  }

  async #mention(id: number, status: number): Promise<void> {
    this.world.receiver.plays(answer(status, { content: "Hi." }));
    await this.world.publish(eventOf(channelMessage({ id }), { mentions: [20] }));
    await this.world.settle();
  }
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
