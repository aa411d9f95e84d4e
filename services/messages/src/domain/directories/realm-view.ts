import {
  type Audience,
  type ChannelsState,
  encodeAudience,
  type UserRecord,
} from "@team-chat/contract";
import { ChannelDirectory, type UserDirectory } from "@team-chat/projection";

import type { Sees } from "../../values/visibility.ts";

/** A realm's channels with what every send to one of them needs, made once for each change of its members. */
export class RealmChannels extends ChannelDirectory {
  readonly realmId: number;
  /** By channel. */
  readonly #audiences = new Map<number, Audience>();

  constructor(realmId: number) {
    super();
    this.realmId = realmId;
  }

  override apply(delta: ChannelsState): void {
    for (const { channelId } of delta.memberships) this.#audiences.delete(channelId);
    super.apply(delta);
  }

  /** Returns the subscribers of a channel as the audience of an event. */
  audienceOf(channelId: number): Audience {
    const known = this.#audiences.get(channelId);
    if (known !== undefined) return known;
    const audience = encodeAudience(this.subscribersOf(channelId).keys());
    this.#audiences.set(channelId, audience);
    return audience;
  }
}

/** Holds what other services own of a realm and deciding needs. */
export interface RealmState {
  readonly realmId: number;
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
}

/** Adds to a realm's state the user who asks, and whom they may see. */
export interface RealmView extends RealmState {
  readonly actor: UserRecord;
  readonly sees: Sees;
}
