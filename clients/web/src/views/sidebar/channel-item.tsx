import { addressOf } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { isTopicMuted, unreadTopics } from "../../state/selectors.ts";
import type { Channel } from "../../state/state.ts";
import { ChannelSign } from "../channels/channel-sign.tsx";
import { topicName } from "../conversation-name.ts";
import { Count } from "../shell/count.tsx";
import { useDesk } from "../use-client.ts";
import { useTopics } from "./use-topics.ts";

const shownTopics = 8;

/** Shows a channel, and below the one that is open its newest topics; below any other those that are unread. */
export function ChannelItem({ channel }: { readonly channel: Channel }) {
  const { client } = useDesk();
  const state = client.state.value;
  const place = client.place.value;
  const { stream_id: channelId } = channel;
  const narrow = place.kind === "narrow" ? place.narrow : null;
  const isOpen = narrow !== null && "channelId" in narrow && narrow.channelId === channelId;
  const address = addressOf({ kind: "channel", channelId }, state);
  return (
    <li class={channel.is_muted === true ? "muted" : undefined}>
      <a
        class="row"
        href={address}
        aria-current={isOpen && narrow.kind === "channel" ? "page" : undefined}
      >
        <ChannelSign channel={channel} />
        <span class="name">{channel.name}</span>
        <Count n={client.counts.value.byChannel.get(channelId) ?? 0} />
      </a>
      {isOpen && <Topics channelId={channelId} current={narrowKey(narrow)} />}
    </li>
  );
}

function Topics({ channelId, current }: { readonly channelId: number; readonly current: string }) {
  const { client } = useDesk();
  const state = client.state.value;
  const unread = new Map(
    unreadTopics(state, channelId).map((one) => [one.topic.toLowerCase(), one]),
  );
  const newest = useTopics(channelId);
  const names = new Map<string, string>();
  for (const name of [...newest, ...[...unread.values()].map(({ topic }) => topic)])
    names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name);
  const shown = [...names.values()].filter(
    (name, at) => at < shownTopics || unread.has(name.toLowerCase()),
  );
  if (shown.length === 0) return null;
  return (
    <ul class="topics">
      {shown.map((topic) => {
        const narrow = { kind: "topic", channelId, topic } as const;
        const key = narrowKey(narrow);
        return (
          <li key={key} class={isTopicMuted(state, channelId, topic) ? "muted" : undefined}>
            <a
              class="row"
              href={addressOf(narrow, state)}
              aria-current={key === current ? "page" : undefined}
            >
              <span class="name">{topicName(topic)}</span>
              <Count n={unread.get(topic.toLowerCase())?.count ?? 0} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
