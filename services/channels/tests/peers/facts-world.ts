import { jetstream } from "@nats-io/jetstream";
import { type Bundle, bundleSubject, listChannels } from "@team-chat/contract";
import { patient } from "@team-chat/testkit";

import { type Heard, type Realm, World } from "../world.ts";

type Event = Bundle["events"][number]["event"];

/** A world where tests stand in the place of messages. */
export class FactsWorld implements AsyncDisposable {
  readonly world: World;

  private constructor(world: World) {
    this.world = world;
  }

  /** With a clock, the service looks at realms whose facts are a day old. */
  static async create(clock?: () => number): Promise<FactsWorld> {
    return new FactsWorld(await World.create({}, false, clock));
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
  announcedOf(realm: Realm, event: Event, times = 1): Promise<Heard[]> {
    const bundle: Bundle = {
      service: "messages",
      realm: realm.id,
      xid: "1",
      events: [{ audience: { to: "users", ids: [] }, event }],
    };
    const subject = bundleSubject(0, realm.id, "messages");
    return realm.events(async () => {
      for (let time = 0; time < times; time += 1)
        await jetstream(this.world.stream.nats, patient).publish(subject, JSON.stringify(bundle));
      await this.world.settle();
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.world[Symbol.asyncDispose]();
  }
}

/** The event of a message to a channel. */
export function sent(stream_id: number, id: number): Event {
  return { type: "message", message: { id, stream_id, type: "stream" } };
}

/** The `stream` update of a channel's property. */
export function announced(
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
