import { getChannelsVersion, getMessages, listDrafts, sendMessage } from "@team-chat/contract";
import { createServiceApp, internalRoute, listen, RenderedFields, route } from "@team-chat/http";
import type { Identity, IdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import { Inbox } from "@team-chat/testkit";

/** A service with links, at a free port. */
export interface ReadingPeer extends AsyncDisposable {
  readonly url: string;
}

const at = { host: "127.0.0.1", port: 0, graceMs: 1000 };

/** Plays the messages service: answers who asks, the number of the request, and as many bytes as `padding` has. */
export class MessagesPeer {
  /** Each request when its answer is made. */
  readonly asked = new Inbox<Identity>();
  /** Counts the requests that came, and those of them that did not come over a link. */
  count = 0;
  overHttp = 0;
  padding = "";
  beforeAnswer: () => Promise<void> = () => Promise.resolve();

  async start(signer: IdentitySigner): Promise<ReadingPeer> {
    const answer = async (_ctx: unknown, caller: unknown) => {
      this.count += 1;
      const number = this.count;
      await this.beforeAnswer();
      this.asked.put(caller as Identity);
      const { padding } = this;
      const fields = JSON.stringify({ number, caller, padding });
      return new RenderedFields(fields.slice(1, -1));
    };
    const app = createServiceApp({
      service: "messages",
      ctx: {},
      signer,
      logger: createLogger({ service: "messages", level: "silent" }),
      routes: [route(getMessages, answer), route(listDrafts, answer), route(sendMessage, answer)],
      ready: () => Promise.resolve(),
    });
    const { handler } = app;
    const counting: typeof handler = (req, res) => {
      this.overHttp += 1;
      handler(req, res);
    };
    const running = await listen({ ...app, handler: counting }, at);
    return {
      url: `http://127.0.0.1:${running.port}`,
      [Symbol.asyncDispose]: () => running.close(),
    };
  }
}

/** Plays the messages service for sending: answers who sent what. */
export class SendingPeer {
  /** Counts the requests that did not come over a link. */
  overHttp = 0;
  /** Runs before an answer. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();

  async start(signer: IdentitySigner): Promise<ReadingPeer> {
    const app = createServiceApp({
      service: "messages",
      ctx: {},
      signer,
      logger: createLogger({ service: "messages", level: "silent" }),
      routes: [
        route(sendMessage, async (...[, { userId }, { content }]) => {
          await this.beforeAnswer();
          return new RenderedFields(JSON.stringify({ userId, content }).slice(1, -1));
        }),
      ],
      ready: () => Promise.resolve(),
    });
    const { handler } = app;
    const counting: typeof handler = (req, res) => {
      this.overHttp += 1;
      handler(req, res);
    };
    const running = await listen({ ...app, handler: counting }, at);
    return {
      url: `http://127.0.0.1:${running.port}`,
      [Symbol.asyncDispose]: () => running.close(),
    };
  }
}

/** Plays the channels service with versions that tests change. */
export class ChannelsPeer {
  readonly versions = new Map<number, number>();
  /** Questions that were asked as calls. */
  called = 0;
  /** Runs before a version is read. */
  beforeVersion: () => Promise<void> = () => Promise.resolve();

  async start(signer: IdentitySigner): Promise<ReadingPeer> {
    const app = createServiceApp({
      service: "channels",
      ctx: {},
      signer,
      logger: createLogger({ service: "channels", level: "silent" }),
      routes: [],
      internal: [
        internalRoute(getChannelsVersion, async (_ctx, _identity, { realmId }) => {
          this.called += 1;
          await this.beforeVersion();
          return { version: this.versions.get(realmId) ?? 0 };
        }),
      ],
      versionOf: async (realmId) => {
        await this.beforeVersion();
        return this.versions.get(realmId) ?? 0;
      },
      ready: () => Promise.resolve(),
    });
    const running = await listen(app, at);
    return {
      url: `http://127.0.0.1:${running.port}`,
      [Symbol.asyncDispose]: () => running.close(),
    };
  }
}
