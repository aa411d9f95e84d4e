import { changePlan, createRealm, type LimitsChange, type PlanName } from "@team-chat/contract";
import { createServiceClient } from "@team-chat/rpc";
import { request } from "undici";

import type { Stack } from "../stack.ts";
import { signService } from "./sign-service.ts";

const operator = { kind: "service", name: "realm" } as const;

/** Organizations of one person each, as the operator's command creates them, and requests of these people. */
export class Organizations {
  readonly #stack: Stack;
  #count = 0;

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  /** Creates so many, one after the other in each of so many lanes; returns them, with the time that each took. */
  async create(
    count: number,
    lanes: number,
    plan: PlanName = "self_hosted",
  ): Promise<readonly Organization[]> {
    const { origin, signer } = await signService(this.#stack, "users");
    const users = createServiceClient(origin, { name: "users", signer });
    try {
      const made: Organization[] = [];
      const until = this.#count + count;
      const work = async () => {
        while (this.#count < until) {
          const subdomain = `bench-${(this.#count += 1)}`;
          const began = performance.now();
          const { owner, realm } = await users.call(
            createRealm,
            operator,
            {
              subdomain,
              name: subdomain,
              owner: {
                email: "owner@example.com",
                fullName: "Owner",
                password: null,
                canCreateUsers: false,
              },
              allowReserved: false,
              plan,
            },
            { realmId: 0 },
          );
          const ms = performance.now() - began;
          made.push(new Organization({ subdomain, ms, owner, realmId: realm.id }, this.#stack.url));
        }
      };
      await Promise.all(Array.from({ length: lanes }, work));
      return made;
    } finally {
      await users.close();
    }
  }

  /** Sets what an organization may have. */
  async limit({ subdomain }: Organization, limits: LimitsChange): Promise<void> {
    const { origin, signer } = await signService(this.#stack, "users");
    const users = createServiceClient(origin, { name: "users", signer });
    try {
      await users.call(changePlan, operator, { subdomain, limits }, { realmId: 0 });
    } finally {
      await users.close();
    }
  }
}

interface Created {
  readonly realmId: number;
  readonly subdomain: string;
  /** Time that creating it took. */
  readonly ms: number;
  readonly owner: { readonly userId: number; readonly email: string; readonly apiKey: string };
}

/** One of them, by its owner. */
export class Organization {
  readonly ms: number;
  readonly realmId: number;
  readonly subdomain: string;
  readonly #owner: Created["owner"];
  readonly #root: URL;
  readonly #host: string;

  constructor({ ms, owner, realmId, subdomain }: Created, root: URL) {
    this.ms = ms;
    this.realmId = realmId;
    this.subdomain = subdomain;
    this.#owner = owner;
    this.#root = root;
    this.#host = `${subdomain}.${root.host}`;
  }

  /** Id of its owner. */
  get userId(): number {
    return this.#owner.userId;
  }

  /** Key of its owner, and the host at which it is valid. */
  get credentials() {
    const { apiKey, email } = this.#owner;
    return { email, apiKey, host: this.#host };
  }

  /** Makes a channel of which nobody but its owner hears. */
  async openChannel(name: string): Promise<void> {
    await this.#post("/users/me/subscriptions", { subscriptions: JSON.stringify([{ name }]) });
  }

  /** Writes in each service that publishes changes, and registers a queue, as somebody does who comes and works. */
  async work(): Promise<void> {
    const name = `channel ${performance.now()}`;
    await this.openChannel(name);
    await this.#post("/users/me/status", { status_text: name });
    await this.send();
    await this.listen();
  }

  /** Sends the owner a message; returns when it was acknowledged. */
  async send(): Promise<number> {
    await this.#post("/messages", {
      type: "direct",
      to: JSON.stringify([this.#owner.userId]),
      content: "Good morning",
    });
    return performance.now();
  }

  /**
   * Asks for something; false when it is refused for being too much.
   * @throws Error on anything but that and success
   */
  async attempt(asked: Asked): Promise<boolean> {
    const { status, text } = await this.#ask(asked);
    if (status === 200) return true;
    if (status === 429) return false;
    throw new Error(`the target answered ${status}: ${text}`);
  }

  /** Registers a queue for messages; returns its id. */
  async register(): Promise<string> {
    const types = JSON.stringify(["message"]);
    return String((await this.#post("/register", { event_types: types }))["queue_id"]);
  }

  /** Registers a queue for messages. */
  async listen(): Promise<Listener> {
    const parameters = { queue_id: await this.register(), last_event_id: "-1" };
    return {
      heard: async () => {
        const { events } = await this.#request("GET", "/events", parameters);
        const last = (events as readonly { readonly id: number }[]).at(-1);
        parameters.last_event_id = String(last?.id);
        return performance.now();
      },
    };
  }

  #post(path: string, parameters: Readonly<Record<string, string>>) {
    return this.#request("POST", path, parameters);
  }

  /** @throws Error on anything but success. */
  async #request(
    method: "GET" | "POST",
    path: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>> {
    const form = new URLSearchParams(parameters).toString();
    const { status, text } =
      method === "GET"
        ? await this.#ask({ method, path: `${path}?${form}` })
        : await this.#ask({ method, path, type: "application/x-www-form-urlencoded", body: form });
    if (status !== 200) throw new Error(`the target answered ${status}: ${text}`);
    return { ...(JSON.parse(text) as object) };
  }

  async #ask({ body: sent, method, path, type = "" }: Asked) {
    const { apiKey, email } = this.#owner;
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
    // Connections that rested for a while are closed by the gateway: a client that knows when is needed.
    const { body, statusCode } = await request(new URL(`/api/v1${path}`, this.#root), {
      method,
      headers: { host: this.#host, authorization, "content-type": type },
      ...(sent === undefined ? {} : { body: sent }),
    });
    return { status: statusCode, text: await body.text() };
  }
}

/** A request of an organization's owner. */
interface Asked {
  readonly method: "GET" | "POST";
  /** Below `/api/v1`, with the query. */
  readonly path: string;
  /** Type of the body. */
  readonly type?: string;
  readonly body?: string | Buffer;
}

export interface Listener {
  /** Resolves when the queue has an event that was not heard before, with the time. */
  readonly heard: () => Promise<number>;
}
