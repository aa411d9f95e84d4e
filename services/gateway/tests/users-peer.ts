import {
  answerScim,
  checkApiKey,
  checkOwnPassword,
  checkScimToken,
  checkSession,
  createSession,
  endOwnSession,
  getAuthState,
  type KeyScope,
  noteRequests,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createServiceApp, internalRoute, listen } from "@team-chat/http";
import type { IdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import type { z } from "zod";

import { type Echo, echoing } from "./echo.ts";
import { type Listener, startListener } from "./listener.ts";

type AuthState = z.output<typeof getAuthState.output>;
type AuthShare = Extract<AuthState, { known: true }>["share"];

export interface TestUser {
  readonly id: number;
  readonly email: string;
  key: string;
  role: number;
  active: boolean;
  readonly isBot: boolean;
  readonly isIncomingWebhook: boolean;
  rateLimits: string;
  /** Of users whose key is one with scopes: the key, and whether it has expired. */
  named?: { id: number; scopes: KeyScope[]; channelIds?: number[]; hasExpired?: boolean };
  /** Tokens of the user's sessions. */
  readonly sessions: string[];
}

export interface TestRealm {
  readonly id: number;
  readonly host: string;
  /** Another host that leads here. */
  readonly alias?: string;
  deactivated: boolean;
  suspensionReason: string;
  share: AuthShare;
  mostQueues: number | null;
  readonly users: TestUser[];
  /** Of each change, in order: the users it concerned. The version is the number of changes. */
  readonly changes: number[];
}

/** The owner of realms and keys: its internal operations over data that tests change. */
export class UsersPeer implements AsyncDisposable {
  readonly realms: TestRealm[] = [];
  /** Counts that gateways have had noted, the newest last. */
  readonly noted: (z.output<typeof noteRequests.input>["entries"][number] & { source: string })[] =
    [];
  takesNotes = true;
  /** Questions asked so far. */
  readonly asked = { getAuthState: 0, checkApiKey: 0, checkSession: 0, version: 0 };
  /** Answers public requests, when set. */
  respond: ((echo: Echo) => { status: number; body: object } | undefined) | undefined;
  /** Runs before an answer to getAuthState is read. */
  beforeState: () => Promise<void> = () => Promise.resolve();
  /** Runs before a version is told; false when it cannot be told. */
  beforeVersion: () => Promise<boolean> = () => Promise.resolve(true);
  /** Runs between reading an answer to checkApiKey and giving it. */
  beforeKeyAnswer: () => Promise<void> = () => Promise.resolve();
  /** Runs before a SCIM request is answered. */
  beforeScim: (asked: z.output<typeof answerScim.input>) => Promise<void> = () => Promise.resolve();
  readonly #signer: IdentitySigner;
  #listener: Listener | undefined;
  #port = 0;

  constructor(signer: IdentitySigner) {
    this.#signer = signer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const app = createServiceApp(this.#settings());
    const echo = echoing("users", this.#signer, (arrived) => this.respond?.(arrived));
    this.#listener = await startListener((req, res) => {
      if (req.url?.startsWith("/internal/") === true) app.handler(req, res);
      else echo(req, res);
    }, this.#port);
    this.#port = this.#listener.port;
  }

  /** Starts the service with links, for callers that use only internal operations; at a port of its own. */
  async startLinked(): Promise<Listener> {
    const { asked } = this;
    const app = createServiceApp({
      ...this.#settings(),
      versionOf: async (realmId) => {
        asked.version += 1;
        const known = await this.beforeVersion();
        const realm = known && this.realms.find(({ id }) => id === realmId);
        return realm ? realm.changes.length + 100 : null;
      },
    });
    const running = await listen(app, { host: "127.0.0.1", port: 0, graceMs: 1000 });
    const { port, server } = running;
    const url = `http://127.0.0.1:${port}`;
    return { server, port, url, [Symbol.asyncDispose]: () => running.close() };
  }

  async stop(): Promise<void> {
    await this.#listener?.[Symbol.asyncDispose]();
  }

  /** Changes something about users, as a committed transaction of the owner would. */
  change(realm: TestRealm, user: TestUser, how: (user: TestUser) => void): void {
    how(user);
    realm.changes.push(user.id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #settings(): Parameters<typeof createServiceApp<UsersPeer>>[0] {
    return {
      service: "users",
      ctx: this,
      signer: this.#signer,
      logger: createLogger({ service: "users", level: "silent" }),
      routes: [],
      internal: [
        internalRoute(getAuthState, (_ctx: UsersPeer, _identity, input) => this.#state(input)),
        internalRoute(noteRequests, (_ctx: UsersPeer, _identity, { entries, source }) => {
          if (!this.takesNotes) throw new AppError("SERVICE_UNAVAILABLE", "Not now.");
          this.noted.push(...entries.map((entry) => ({ ...entry, source })));
          return {};
        }),
        internalRoute(checkOwnPassword, (_ctx: UsersPeer, _identity, { password }) => ({
          isRight: password === "right",
        })),
        internalRoute(createSession, (_ctx: UsersPeer, _identity, { password, ...given }) => {
          const user = this.#realm(given.realmId)?.users.find(
            ({ email }) => email === given.username,
          );
          if (user === undefined || (password !== null && password !== "right"))
            throw new AppError("AUTHENTICATION_FAILED", "Your username or password is incorrect");
          const token = String(user.id).padStart(32, "s");
          user.sessions.push(token);
          return { token, isHalf: false, lacksFactor: false };
        }),
        internalRoute(checkSession, (_ctx: UsersPeer, _identity, { realmId, token }) => {
          this.asked.checkSession += 1;
          const owner = this.#realm(realmId)?.users.find(({ sessions }) =>
            sessions.includes(token),
          );
          return owner === undefined
            ? { valid: false as const }
            : { ...admitted(owner), sessionId: 7 };
        }),
        internalRoute(endOwnSession, (_ctx: UsersPeer, _identity, { realmId, token }) => {
          const realm = this.#realm(realmId);
          const owner = realm?.users.find(({ sessions }) => sessions.includes(token));
          if (realm && owner) this.change(realm, owner, ({ sessions }) => sessions.splice(0));
          return {};
        }),
        // Each organization has the token that is the name of its host.
        internalRoute(checkScimToken, (_ctx: UsersPeer, _identity, { realmId, token }) => {
          if (this.#realm(realmId)?.host !== token)
            throw new AppError("UNAUTHORIZED", "There is no such token.");
          return { id: 1, name: "Okta" };
        }),
        internalRoute(answerScim, async (_ctx: UsersPeer, _identity, asked) => {
          await this.beforeScim(asked);
          return { status: 200, headers: {}, body: "{}" };
        }),
        internalRoute(checkApiKey, (_ctx: UsersPeer, _identity, input) => this.#check(input)),
      ],
      ready: () => Promise.resolve(),
      checkOutput: true,
    };
  }

  async #state({ host, since }: { host: string; since: number }): Promise<AuthState> {
    this.asked.getAuthState += 1;
    await this.beforeState();
    const realm = this.realms.find((one) => one.host === host || one.alias === host);
    if (realm === undefined) return { known: false };
    const { changes, deactivated, host: main, id, mostQueues, share, suspensionReason } = realm;
    const subdomain = main.split(".")[0] ?? "";
    return {
      known: true,
      realm: { id, subdomain, url: `http://${main}`, deactivated },
      suspensionReason,
      share,
      mostQueues,
      authVersion: changes.length + 1,
      usersVersion: changes.length + 100,
      changedUserIds: since === 0 ? null : changes.slice(since - 1),
    };
  }

  async #check({ apiKey, email, knowsScopes, realmId }: z.output<typeof checkApiKey.input>) {
    this.asked.checkApiKey += 1;
    const found = this.#find(realmId, email.toLowerCase(), apiKey);
    const answer = knowsScopes ? found : { valid: false as const, reason: "unknown" as const };
    await this.beforeKeyAnswer();
    return answer;
  }

  #find(realmId: number, email: string, apiKey: string) {
    const owner = (realm: TestRealm) =>
      realm.users.find((user) => user.email === email && user.key === apiKey);
    const home = this.#realm(realmId);
    const user = home && owner(home);
    if (user === undefined) {
      const isElsewhere = this.realms.some((realm) => owner(realm));
      const reason = isElsewhere ? ("other_realm" as const) : ("unknown" as const);
      return { valid: false as const, reason };
    }
    if (!user.active) return { valid: false as const, reason: "user_deactivated" as const };
    const { named } = user;
    if (named === undefined) return admitted(user);
    if (named.hasExpired === true)
      return { valid: false as const, reason: "unknown" as const, hasExpired: true as const };
    return { ...admitted(user), key: named };
  }

  #realm(realmId: number): TestRealm | undefined {
    return this.realms.find(({ id }) => id === realmId);
  }
}

function admitted({ id: userId, isBot, isIncomingWebhook, rateLimits, role }: TestUser) {
  return { valid: true as const, userId, role, isBot, isIncomingWebhook, rateLimits };
}
