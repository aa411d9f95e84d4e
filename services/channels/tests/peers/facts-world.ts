import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { jetstream } from "@nats-io/jetstream";
import { type Bundle, bundleSubject, listChannels } from "@team-chat/contract";
import { connectNats, type Nats } from "@team-chat/nats";
import { startNats } from "@team-chat/servers";
import { patient } from "@team-chat/testkit";

import { type Heard, type Realm, World } from "../world.ts";

type Event = Bundle["events"][number]["event"];

/** A world with a NATS server of its own, where tests stand in the place of messages. */
export class FactsWorld implements AsyncDisposable {
  readonly world: World;
  readonly #natsUrl: string;
  readonly #nats: Nats;
  readonly #stack: AsyncDisposableStack;

  private constructor(parts: {
    world: World;
    natsUrl: string;
    nats: Nats;
    stack: AsyncDisposableStack;
  }) {
    this.world = parts.world;
    this.#natsUrl = parts.natsUrl;
    this.#nats = parts.nats;
    this.#stack = parts.stack;
  }

  /** With a clock, the service looks at realms whose facts are a day old. */
  static async create(clock?: () => number): Promise<FactsWorld> {
    await using stack = new AsyncDisposableStack();
    const dir = await mkdtemp(path.join(tmpdir(), "channels-nats-"));
    stack.defer(() => {
      rmSync(dir, { recursive: true, force: true });
    });
    const { url: natsUrl } = stack.adopt(
      await startNats({ dataDir: path.join(dir, "nats") }),
      (running) => running.stop(),
    );
    const nats = stack.adopt(await connectNats({ url: natsUrl, name: "test" }), (one) =>
      one.close(),
    );
    const world = stack.use(await World.create({ NATS_URL: natsUrl }, false, clock));
    return new FactsWorld({ world, natsUrl, nats, stack: stack.move() });
  }

  /** Sets the facts that messages returns for a channel from now on; null means that it has no messages. */
  say(
    realm: Realm,
    channelId: number,
    said: { readonly first: number; readonly at: Date; readonly messages: number } | null,
  ): void {
    const { facts } = this.world.messages;
    const others = (facts.get(realm.id) ?? []).filter((other) => other.channelId !== channelId);
    if (said) {
      const newestSentAt = Math.floor(said.at.getTime() / 1000);
      const { first: firstMessageId, messages } = said;
      others.push({ channelId, firstMessageId, newestSentAt, messages });
    }
    facts.set(realm.id, others);
  }

  /** Publishes a bundle of messages, as often as given, and returns the events that clients get. */
  toldOf(realm: Realm, event: Event, times = 1): Promise<Heard[]> {
    const bundle: Bundle = {
      service: "messages",
      realm: realm.id,
      xid: "1",
      events: [{ audience: { to: "users", ids: [] }, event }],
    };
    const subject = bundleSubject(0, realm.id, "messages");
    return realm.events(async () => {
      for (let time = 0; time < times; time += 1)
        await jetstream(this.#nats, patient).publish(subject, JSON.stringify(bundle));
      await this.world.settle(this.#natsUrl);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

/** The event of a message to a channel. */
export function sent(stream_id: number, id: number): Event {
  return { type: "message", message: { id, stream_id, type: "stream" } };
}

/** The `stream` update of a channel's property. */
export function told(
  channel: { readonly stream_id: number; readonly name: string },
  property: string,
  value: unknown,
) {
  return { type: "stream", op: "update", ...channel, property, value };
}

/** The three facts as the owner lists them. */
export async function factsOf(realm: Realm, channelId: number): Promise<readonly unknown[]> {
  const { streams } = await realm.request("owner", listChannels, { include_all: true });
  const found = streams.find(({ stream_id }) => stream_id === channelId);
  return [found?.first_message_id, found?.is_recently_active, found?.stream_weekly_traffic];
}
