import { nextLook } from "@team-chat/testkit";

import { request } from "./request.ts";

interface Credentials {
  readonly email: string;
  readonly apiKey: string;
  readonly host: string | undefined;
}

/** Fields that any answer has; the test looks at everything else. */
export type Answer = Readonly<Record<string, unknown>> & {
  readonly result: string;
  readonly msg: string;
};

/** A minimal client of the public API, sending what the python library sends. */
export class Client {
  readonly email: string;
  readonly #url: string;
  readonly #host: { readonly host?: string };
  /** The header, for requests that are no forms. */
  readonly authorization: string;

  private constructor(url: string, { apiKey, email, host }: Credentials) {
    this.email = email;
    this.#url = url;
    this.#host = host === undefined ? {} : { host };
    this.authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }

  /** Somebody whose key is known. */
  static of(url: string, credentials: Credentials): Client {
    return new Client(url, credentials);
  }

  /**
   * Logs in as a demo account, as development lets in without a password: to check one takes as much processor time as
   * starting the product. `host` of an organization that is not the URL's.
   */
  static async login(url: string, email: string, host?: string): Promise<Client> {
    const { body } = await request(url, {
      method: "POST",
      path: "/api/v1/dev_fetch_api_key",
      form: new URLSearchParams({ username: email }),
      ...(host === undefined ? {} : { host }),
    });
    const answer = JSON.parse(body) as { api_key: string };
    return new Client(url, { email, apiKey: answer.api_key, host });
  }

  get(path: string, params: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.#call("GET", `${path}?${encode(params).toString()}`);
  }

  post(path: string, params: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.#call("POST", path, { body: encode(params) });
  }

  patch(path: string, params: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.#call("PATCH", path, { body: encode(params) });
  }

  /** Sends one file in a multipart body. */
  async upload(
    path: string,
    file: { readonly name: string; readonly bytes: Buffer },
  ): Promise<Answer> {
    const boundary = "----SystemTest";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="${file.name}"\r\n\r\n`;
    const bytes = Buffer.concat([
      Buffer.from(head),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const response = await request(this.#url, {
      method: "POST",
      path: `/api/v1${path}`,
      headers: { authorization: this.authorization },
      ...this.#host,
      body: { type: `multipart/form-data; boundary=${boundary}`, bytes },
    });
    return JSON.parse(response.body) as Answer;
  }

  /** Calls an operation of the contract; parameters that its path names go there. */
  call(
    { method, path }: { readonly method: string; readonly path: string },
    params: Readonly<Record<string, unknown>>,
  ): Promise<Answer> {
    const rest = { ...params };
    const filled = path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => {
      delete rest[name];
      return encodeURIComponent(String(params[name])).replaceAll("%2F", "/");
    });
    if (method === "GET") return this.get(filled, rest);
    return this.#call(method, filled, { body: encode(rest) });
  }

  /** Like `post`, but undefined when the connection was lost. */
  async tryPost(
    path: string,
    params: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer | undefined> {
    try {
      return await this.#call("POST", path, { body: encode(params), headers });
    } catch {
      return undefined;
    }
  }

  delete(path: string, params: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.#call("DELETE", path, { body: encode(params) });
  }

  /** The message events of one user from now on, polled until `stop`; survives lost connections as real clients do. */
  async listen(): Promise<Listener> {
    const registered = await this.post("/register", {
      event_types: ["message"],
      apply_markdown: true,
    });
    return new Listener(this, String(registered["queue_id"]));
  }

  async #call(
    method: string,
    path: string,
    {
      body,
      headers = {},
    }: { body?: URLSearchParams; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Answer> {
    const response = await request(this.#url, {
      method,
      path: `/api/v1${path}`,
      headers: { authorization: this.authorization, "user-agent": "SystemTest/1.0", ...headers },
      ...this.#host,
      ...(body === undefined ? {} : { form: body }),
    });
    return JSON.parse(response.body) as Answer;
  }
}

/** Strings raw, everything else as JSON. */
function encode(params: Readonly<Record<string, unknown>>): URLSearchParams {
  const entries = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(entries);
}

interface MessageEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: {
    readonly id: number;
    readonly content: string;
    readonly sender_email: string;
  };
}

/** Long-polls a queue; what it heard is kept in order. */
export class Listener {
  readonly contents: string[] = [];
  readonly messageIds: number[] = [];
  readonly problems: string[] = [];
  readonly #client: Client;
  readonly #queueId: string;
  readonly #waiting = new Map<string, () => void>();
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(client: Client, queueId: string) {
    this.#client = client;
    this.#queueId = queueId;
    this.#running = this.#poll();
  }

  /** Resolves when a message with this text has been heard. */
  async heard(text: string): Promise<void> {
    const has = () => this.contents.some((content) => content.includes(text));
    if (has()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(text, resolve);
    await promise;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#client.delete("/events", { queue_id: this.#queueId });
    await this.#running;
  }

  async #poll(): Promise<void> {
    let last = -1;
    while (!this.#stopped) {
      try {
        const answer = await this.#client.get("/events", {
          queue_id: this.#queueId,
          last_event_id: last,
        });
        if (answer["code"] === "BAD_EVENT_QUEUE_ID") {
          if (!this.#stopped) this.problems.push(answer.msg);
          return;
        }
        for (const event of (answer["events"] ?? []) as readonly MessageEvent[]) {
          last = Math.max(last, event.id);
          this.#hear(event);
        }
      } catch {
        // The gateway is being restarted: real clients ask again.
        await nextLook();
      }
    }
  }

  #hear({ message }: MessageEvent): void {
    if (!message) return;
    this.messageIds.push(message.id);
    this.contents.push(message.content);
    for (const [text, resolve] of this.#waiting) if (message.content.includes(text)) resolve();
  }
}
