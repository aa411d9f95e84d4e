import {
  getUsersState,
  type InputOf,
  type RealmRecord,
  sendMessage,
  type UserRecord,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  createServiceApp,
  internalRoute,
  listen,
  type RequestFacts,
  route,
  type RunningServer,
} from "@team-chat/http";
import { type Caller, createIdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";

export const key = "00112233445566778899aabbccddeeff";

/** A message that a bot sent. */
export interface Sent {
  readonly caller: Caller;
  readonly input: InputOf<typeof sendMessage>;
  readonly idempotencyKey: string | undefined;
}

type SendCall = [
  ctx: Peers,
  caller: Caller,
  input: InputOf<typeof sendMessage>,
  request: RequestFacts,
];

/** The services users and messages, as far as this service talks to them. */
export class Peers implements AsyncDisposable {
  readonly users = new Map<number, UserRecord>();
  /** Messages that were accepted. */
  readonly sent: Sent[] = [];
  usersAnswer = true;
  /** Decides about each message before it is accepted; throws what is answered. */
  onSend: (message: Sent) => void = () => undefined;
  #server: RunningServer | undefined;

  static async start(): Promise<Peers> {
    const peers = new Peers();
    const app = createServiceApp({
      service: "peers",
      ctx: peers,
      signer: createIdentitySigner(key),
      logger: createLogger({ service: "peers", level: "silent" }),
      routes: [
        route(sendMessage, (...[ctx, caller, input, request]: SendCall) => {
          const message = { caller, input, idempotencyKey: request.header("idempotency-key") };
          ctx.onSend(message);
          ctx.sent.push(message);
          return { id: ctx.sent.length };
        }),
      ],
      internal: [
        internalRoute(getUsersState, (ctx: Peers, _identity, { realmId }) => {
          if (!ctx.usersAnswer) throw new AppError("SERVICE_UNAVAILABLE", "The owner is away.");
          return {
            version: 1,
            realm: realmOf(realmId),
            users: [...ctx.users.values()],
            groups: [],
          };
        }),
      ],
      ready: () => Promise.resolve(),
      checkOutput: true,
    });
    peers.#server = await listen(app, { host: "127.0.0.1", port: 0 });
    return peers;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server?.port}`;
  }

  has(user: UserRecord): UserRecord {
    this.users.set(user.id, user);
    return user;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.close();
  }
}

function realmOf(realmId: number): RealmRecord {
  return {
    id: realmId,
    subdomain: "",
    url: "http://localhost:9991",
    name: "Example",
    deactivated: false,
    settings: { description: "x".repeat(20_000) },
  };
}

export function human(id: number): UserRecord {
  return {
    id,
    email: `user${id}@example.com`,
    deliveryEmail: `user${id}@example.com`,
    fullName: `User ${id}`,
    role: 400,
    isActive: true,
    isBot: false,
    botType: null,
    botOwnerId: null,
    dateJoined: 1_700_000_000,
    avatarUrl: `https://avatars.example/${id}`,
    avatarIsGravatar: true,
    emailVisibility: 1,
    settings: {},
    webhook: null,
  };
}

/** A bot whose webhook goes to `url`. */
export function bot(id: number, url: string): UserRecord {
  return {
    ...human(id),
    email: `bot${id}@example.com`,
    fullName: `Bot ${id}`,
    isBot: true,
    botType: 3,
    botOwnerId: 10,
    webhook: { url, interface: 1, token: `token${id}`, name: `bot${id}` },
  };
}
