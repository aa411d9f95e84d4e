import { isResolved, toggleResolved } from "../../actions/resolve-topic.ts";
import {
  toggleChannel,
  toggleFollowed,
  toggleTopicMuted,
} from "../../actions/topic-preferences.ts";
import { addressOf } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { type Narrow, topicKey } from "../../state/conversation.ts";
import { isTopicMuted, topicPolicies, unreadIds } from "../../state/selectors.ts";
import type { Channel } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { type AppContext, useAppContext } from "../app-context.ts";
import { channelPageAddress } from "../channels/address.ts";
import { Menu, type MenuItem } from "../shell/menu.tsx";
import { markConversationRead } from "./mark-conversation-read.ts";
import { copyAddress } from "./quote-message.ts";

interface ConversationMenuProps {
  readonly narrow: Narrow;
  readonly anchor: DOMRect;
}

/** Offers what can be done with what is open: a topic, a channel, or a direct conversation. */
export function ConversationMenu({ anchor, narrow }: ConversationMenuProps) {
  const app = useAppContext();
  const items = conversationItems(app, narrow);
  return <Menu label={t("conversation.actions")} anchor={anchor} items={items} />;
}

/** Lists what can be done with what is open. */
export function conversationItems(app: AppContext, narrow: Narrow): readonly MenuItem[] {
  const state = app.client.state.peek();
  const items: MenuItem[] = [];
  if (narrow.kind === "topic") items.push(...topicItems(app, narrow));
  const channel = narrow.kind === "channel" ? state.channels.get(narrow.channelId) : undefined;
  if (channel !== undefined) items.push(...channelItems(app, channel));
  if (unreadIds(state, narrow).length > 0)
    items.push({
      text: t("inbox.markRead"),
      run: () => {
        markConversationRead(app, narrow);
      },
    });
  const link = `${location.origin}/${addressOf(narrow, state)}`;
  items.push({
    text: t("conversation.copyLink"),
    run: () => {
      copyAddress(app, link);
    },
  });
  return items;
}

type TopicNarrow = Extract<Narrow, { readonly kind: "topic" }>;

function topicItems(app: AppContext, narrow: TopicNarrow): readonly MenuItem[] {
  const state = app.client.state.peek();
  const { channelId, topic } = narrow;
  const messageId = state.timelines.get(narrowKey(narrow))?.ids.at(-1);
  const policy = state.topicPolicies.get(topicKey(channelId, topic));
  const items: MenuItem[] = [
    {
      text: t(policy === topicPolicies.followed ? "topic.unfollow" : "topic.follow"),
      run: () => void toggleFollowed(app, narrow),
    },
    {
      text: t(isTopicMuted(state, channelId, topic) ? "topic.unmute" : "topic.mute"),
      run: () => void toggleTopicMuted(app, narrow),
    },
  ];
  if (messageId !== undefined && topic !== "")
    items.push({
      text: t(isResolved(topic) ? "topic.unresolve" : "topic.resolve"),
      run: () => void toggleResolved(app, messageId, topic),
    });
  return items;
}

function channelItems(app: AppContext, channel: Channel): readonly MenuItem[] {
  const { stream_id: channelId } = channel;
  const page: MenuItem = {
    text: t("channel.settings"),
    run: () => {
      location.hash = channelPageAddress(channel, "general");
    },
  };
  if (!channel.isSubscribed) return [page];
  return [
    {
      text: t(channel.is_muted === true ? "channel.unmute" : "channel.mute"),
      run: () => void toggleChannel(app, channelId, "is_muted"),
    },
    {
      text: t(channel.pin_to_top === true ? "channel.unpin" : "channel.pin"),
      run: () => void toggleChannel(app, channelId, "pin_to_top"),
    },
    page,
  ];
}
