// See docs/subsystems/messages.md, Writing.
import { type ChannelRecord, type RealmRecord, shortenMessage } from "@team-chat/contract";
import type { ChannelDirectory, UserDirectory } from "@team-chat/projection";

import { type MessageFacts, presentWide } from "../present/wide-message.ts";

interface World {
  readonly users: UserDirectory;
  readonly channels: ChannelDirectory;
}

/** What messages of one place that one program sends have in common, as JSON text. */
export class CommonPlace {
  readonly #text: string;
  /** What `addressed` returned last, and for whom. */
  #last:
    | { readonly audience: string; readonly isPublic: boolean; readonly text: string }
    | undefined;

  constructor(facts: MessageFacts, world: World) {
    this.#text = JSON.stringify(shortenMessage(presentWide(facts, world)).place);
  }

  /** The same with who receives the messages (`audience` as JSON text): the same text, not only an equal one, for the same receivers. */
  addressed(audience: string, isPublic: boolean): string {
    if (this.#last?.audience !== audience || this.#last.isPublic !== isPublic) {
      const shown = isPublic ? ',"publicChannel":true' : "";
      const text = `{"audience":${audience}${shown},"message":${this.#text}}`;
      this.#last = { audience, isPublic, text };
    }
    return this.#last.text;
  }
}

interface Known {
  readonly topic: string;
  readonly client: string;
  readonly realm: RealmRecord | undefined;
  readonly place: CommonPlace;
}

/** Of each version of a channel the place of its last message: that of most messages is the same as of the one before. */
const known = new WeakMap<ChannelRecord, Known>();

/** What the message has in common with others, from names as they are now. */
export function placeOf(facts: MessageFacts, world: World): CommonPlace {
  const channel = world.channels.channels.get(facts.channelId ?? 0);
  if (channel === undefined) return new CommonPlace(facts, world);
  const { client, topic } = facts;
  const { realm } = world.users;
  const last = known.get(channel);
  if (last?.topic === topic && last.client === client && last.realm === realm) return last.place;
  const place = new CommonPlace(facts, world);
  known.set(channel, { topic, client, realm, place });
  return place;
}
