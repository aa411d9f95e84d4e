import { createECDH, type ECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { decrypt } from "./decrypt.ts";

/** News for a device (docs/behaviour/notifications.md#what-a-notification-says). */
interface PushContent {
  readonly type: "close" | "message";
  readonly conversation: string;
  readonly message_id: number;
}

/** A push that a device got, as its browser reads it. */
export interface Pushed {
  readonly device: string;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: number;
  readonly content: PushContent;
}

type Play = (response: ServerResponse, pushed: Pushed) => void;

/** Values that a browser gives the page for a subscription. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const takes: Play = (response) => response.writeHead(201).end();

/** A push service, and the devices behind it, which decrypt what is pushed to them. */
export class PushService implements AsyncDisposable {
  readonly pushed: Pushed[] = [];
  #play: Play = takes;
  #arrival = Promise.withResolvers<void>();
  readonly #keys = new Map<string, { readonly pair: ECDH; readonly auth: string }>();
  readonly #server = createServer((request, response) => {
    void this.#receive(request, response);
  });

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    return service;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" ? (address?.port ?? 0) : 0;
  }

  /** Makes a subscription of a device. */
  subscribe(device: string): DeviceSubscription {
    const pair = createECDH("prime256v1");
    const p256dh = pair.generateKeys("base64url");
    const auth = randomBytes(16).toString("base64url");
    this.#keys.set(`/${device}`, { pair, auth });
    return { endpoint: `http://127.0.0.1:${this.port}/${device}`, p256dh, auth };
  }

  /** From now on pushes are answered so; they count as arrived all the same. */
  plays(play: Play): void {
    this.#play = play;
  }

  /** From now on every push is taken. */
  playsWell(): void {
    this.#play = takes;
  }

  /** Resolves when as many pushes as this have arrived. */
  async hasGot(count: number): Promise<void> {
    while (this.pushed.length < count) await this.#arrival.promise;
  }

  /** Describes what arrived: of which device, what, and of which message. */
  summary(): readonly string[] {
    return this.pushed.map(
      ({ content, device }) => `${device}: ${content.type} ${content.message_id}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const keys = this.#keys.get(request.url ?? "");
    if (!keys) {
      response.writeHead(404).end();
      return;
    }
    const text = decrypt(body, keys);
    const pushed: Pushed = {
      device: (request.url ?? "").slice(1),
      headers: request.headers,
      bytes: body.length,
      content: JSON.parse(text) as PushContent,
    };
    this.pushed.push(pushed);
    const arrived = this.#arrival;
    this.#arrival = Promise.withResolvers();
    arrived.resolve();
    this.#play(response, pushed);
  }
}

/** Answers with this status. */
export function pushStatus(code: number, headers: Record<string, string> = {}): Play {
  return (response) => response.writeHead(code, headers).end();
}
