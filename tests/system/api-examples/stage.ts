import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import {
  addRealmUser,
  createRealm,
  type Operation,
  operations,
  roles,
  type Example,
} from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";

import { Product } from "../in-process/product.ts";
import { exchange, type Exchange, type Sender, type SentFile } from "./exchange.ts";
import { Neutral } from "./neutral.ts";

const callProviders = {
  BIG_BLUE_BUTTON_URL: "https://bbb.example.com/bigbluebutton/",
  BIG_BLUE_BUTTON_SECRET: "secret-of-the-video-server",
  VIDEO_ZOOM_CLIENT_ID: "example-client",
  VIDEO_ZOOM_CLIENT_SECRET: "secret-of-the-client",
};

/** An answer; the fields that a chapter uses are looked at there. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers have any fields, and a wrong one fails the chapter that uses it
type Body = Readonly<Record<string, any>>;

interface Options {
  readonly as?: Person;
  readonly file?: SentFile;
  /** Of operations that nothing can make succeed here: what their refusal is about. */
  readonly refused?: string;
}

export interface Person extends Sender {
  readonly id: number;
}

const operator: Identity = { kind: "service", name: "examples" };
const password = "correct-horse-battery";
/** With which the organization's other system signs web tokens. */
export const jwtKey = "key-of-another-system-of-the-organization";

interface Parts {
  readonly product: Product;
  readonly people: readonly [Person, Person, Person];
  readonly hookUrl: string;
  readonly stack: AsyncDisposableStack;
}

/**
 * An organization whose members call each operation once, in the order of the chapters; the first call of each is kept.
 */
export class Stage implements AsyncDisposable {
  readonly product: Product;
  readonly password = password;
  readonly owner: Person;
  readonly member: Person;
  readonly other: Person;
  /** Address at which the program of an outgoing webhook listens. */
  readonly hookUrl: string;
  readonly #stack: AsyncDisposableStack;
  readonly #neutral: Neutral;
  readonly #kept = new Map<string, Example>();

  private constructor(parts: Parts) {
    const { hookUrl, people, product, stack } = parts;
    this.product = product;
    [this.owner, this.member, this.other] = people;
    this.hookUrl = hookUrl;
    this.#stack = stack;
    this.#neutral = new Neutral(Date.now(), product.port);
  }

  static async open(): Promise<Stage> {
    await using stack = new AsyncDisposableStack();
    const keys = { acme: { key: jwtKey, algorithms: ["HS256"] } };
    const product = stack.use(
      await Product.start({ JWT_AUTH_KEYS: JSON.stringify(keys), ...callProviders }),
    );
    const hookUrl = await startHook(stack);
    const powers = { canCreateUsers: true, canChangeUserEmails: true };
    const account = (email: string, fullName: string) => ({ email, fullName, password, ...powers });
    const { owner, realm } = await product.users.call(
      createRealm,
      operator,
      { subdomain: "acme", name: "Acme", owner: account("ada@example.com", "Ada Lovelace") },
      { realmId: 0 },
    );
    const { id: realmId } = realm;
    const host = `acme.localhost:${product.port}`;
    const person = (email: string, { apiKey, userId }: { apiKey: string; userId: number }) => ({
      id: userId,
      host,
      email,
      apiKey,
    });
    const add = async (email: string, fullName: string) => {
      const asked = { realmId, role: roles.member, ...account(email, fullName) };
      return person(email, await product.users.call(addRealmUser, operator, asked, { realmId }));
    };
    const people = [
      person("ada@example.com", owner),
      await add("grace@example.com", "Grace Hopper"),
      await add("alan@example.com", "Alan Turing"),
    ] as const;
    await product.settle();
    return new Stage({ product, people, hookUrl, stack: stack.move() });
  }

  /** The recorded exchanges by the operation's name. */
  get examples(): ReadonlyMap<string, Example> {
    return this.#kept;
  }

  /**
   * Calls an operation, for the owner if nothing else is said, and keeps the exchange if it is the operation's first.
   * @throws when it fails
   */
  async call(
    name: string,
    params: Readonly<Record<string, unknown>> = {},
    options: Options = {},
  ): Promise<Body> {
    const done = await this.#carryOut(name, params, options);
    // What follows from it shall be there before the next request, so that every run gives the same ids.
    await this.product.settle();
    if (!this.#kept.has(name)) this.#kept.set(name, this.#exampleOf(done));
    return bodyOf(done) as Body;
  }

  /** As `call`, without keeping the exchange. */
  async try(name: string, params: Readonly<Record<string, unknown>>): Promise<Body> {
    return bodyOf(await this.#carryOut(name, params, {})) as Body;
  }

  async #carryOut(
    name: string,
    params: Readonly<Record<string, unknown>>,
    { as = this.owner, file, refused }: Options,
  ): Promise<Exchange> {
    const operation = operationOf(name);
    const done = await exchange(this.product.url, operation, { params, sender: as, file });
    if (refused === undefined ? done.status >= 400 : done.status < 400)
      throw new Error(`${name} answered ${done.status}: ${done.body}`);
    return done;
  }

  #exampleOf(done: Exchange): Example {
    const neutral = this.#neutral;
    const body = bodyOf(done);
    const location = done.headers.location;
    const shown = ["content-type", "content-disposition", "accept-ranges"] as const;
    const headers = Object.fromEntries(
      shown.flatMap((name) => {
        const value = done.headers[name];
        return value === undefined ? [] : [[name, neutral.text(value)]];
      }),
    );
    return {
      request: {
        method: done.operation.method,
        url: neutral.text(`http://${done.host}/api/v1${done.path}`),
        isAuthenticated: done.isAuthenticated,
        parameters: neutral.value(done.parameters) as Record<string, string>,
        ...(done.file === undefined ? {} : { file: done.file }),
      },
      response: {
        status: done.status,
        headers:
          location === undefined ? headers : { ...headers, location: neutral.text(location) },
        ...(body === undefined ? {} : { body: neutral.value(body) }),
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/** The program of an outgoing webhook, which says that it did as it was told. */
async function startHook(stack: AsyncDisposableStack): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader("Content-Type", "application/json").end(JSON.stringify({ content: "Deployed." }));
  });
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/deploy`;
}

function operationOf(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`The contract has no operation ${name}.`);
  return found;
}

function bodyOf({ body, headers }: Exchange): unknown {
  return headers["content-type"] === "application/json" ? JSON.parse(body) : undefined;
}
