import { encode } from "../../narrow/encoding.ts";
import type { Channel } from "../../state/state.ts";

/** Parts of the page of a channel, as links from elsewhere name them. */
export type ChannelSection = "general" | "personal" | "subscribers";

/** Writes the address of a page of a channel. */
export function channelPageAddress(
  { name, stream_id: id }: Pick<Channel, "name" | "stream_id">,
  section: ChannelSection,
): string {
  return `#channels/${String(id)}/${encode(name)}/${section}`;
}
