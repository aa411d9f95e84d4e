import { useComputed } from "@preact/signals";

import { addressOf, type Route } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { isTopicMuted, unreadTopics } from "../../state/selectors.ts";
import type { Channel } from "../../state/state.ts";
import { useAppContext } from "../app-context.ts";
import { ChannelSign } from "../channels/channel-sign.tsx";
import { topicName } from "../conversation-name.ts";
import { Count } from "../shell/count.tsx";
import { useTopics } from "./use-topics.ts";

const shownTopics = 8;

/** Shows a channel, and below the one that is open its newest topics; below any other those that are unread. */
export function ChannelItem({ channel }: { readonly channel: Channel }) {
  const { client } = useAppContext();
  const { stream_id: channelId } = channel;
  const open = useComputed(() => openIn(client.route.value, channelId));
  const count = useComputed(() => client.counts.value.byChannel.get(channelId) ?? 0);
  const narrow = { kind: "channel", channelId } as const;
  const isOpen = open.value === narrowKey(narrow);
  return (
    <li class={channel.is_muted === true ? "muted" : undefined}>
      <a
        class="row"
        href={addressOf(narrow, client.state.peek())}
        aria-current={isOpen ? "page" : undefined}
      >
        <ChannelSign channel={channel} />
        <span class="name">{channel.name}</span>
        <Count n={count.value} />
      </a>
      {open.value !== "" && <Topics channelId={channelId} current={open.value} />}
    </li>
  );
}

/** Returns the key of what is open of a channel; empty while that is something else. */
function openIn(route: Route, channelId: number): string {
  if (route.kind !== "narrow") return "";
  const { narrow } = route;
  return "channelId" in narrow && narrow.channelId === channelId ? narrowKey(narrow) : "";
}

function Topics({ channelId, current }: { readonly channelId: number; readonly current: string }) {
  const { client } = useAppContext();
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
