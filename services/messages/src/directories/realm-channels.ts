import { type Audience, type ChannelsState, encodeAudience } from "@team-chat/contract";
import { ChannelDirectory } from "@team-chat/projection";

/** A realm's channels with what every send to one of them needs, made once for each change of its members. */
export class RealmChannels extends ChannelDirectory {
  readonly realmId: number;
  /** JSON texts of the audiences by channel. */
  readonly #audiences = new Map<number, string>();

  constructor(realmId: number) {
    super();
    this.realmId = realmId;
  }

  override apply(delta: ChannelsState): void {
    for (const { channelId } of delta.memberships) this.#audiences.delete(channelId);
    super.apply(delta);
  }

  /** The subscribers of a channel as the JSON text of an event's audience. */
  audienceText(channelId: number): string {
    let text = this.#audiences.get(channelId);
    if (text === undefined) {
      const audience: Audience = encodeAudience(this.subscribersOf(channelId).keys());
      text = JSON.stringify(audience);
      this.#audiences.set(channelId, text);
    }
    return text;
  }
}
