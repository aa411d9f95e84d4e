import type { Channel } from "../../state/state.ts";
import { Icon } from "../shell/icon.tsx";

/** Stands before the name of a channel, in its colour: a lock when it is private. */
export function ChannelSign({ channel }: { readonly channel: Channel }) {
  return (
    <span class="hash" style={{ color: channel.color }} aria-hidden="true">
      {channel.invite_only ? <Icon name="lock" /> : "#"}
    </span>
  );
}
