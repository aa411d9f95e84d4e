import { addressOf } from "../../narrow/address.ts";
import type { Channel } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import { Tabs } from "../pages/tabs.tsx";
import { channelPageAddress, type ChannelSection } from "./address.ts";
import { GeneralSection } from "./general-section.tsx";
import { PersonalSection } from "./personal-section.tsx";
import { SubscribeButton } from "./subscribe-button.tsx";
import { SubscribersSection } from "./subscribers-section.tsx";

const sections = {
  general: { label: "channels.general", View: GeneralSection },
  personal: { label: "channels.personal", View: PersonalSection },
  subscribers: { label: "channels.subscribers", View: SubscribersSection },
} as const;

interface ChannelPageProps {
  readonly channelId: number;
  /** Part of the address; the first section when there is no such one. */
  readonly section: string;
}

/** Shows what a channel is, one's own settings of it, or who is in it. */
export function ChannelPage({ channelId, section }: ChannelPageProps) {
  const state = useAppContext().client.state.value;
  const channel = state.channels.get(channelId);
  // One that was made a moment ago is told of soon.
  if (channel === undefined)
    return (
      <PageFrame title={t("sidebar.channels")}>
        <p class="blank late">{t("pane.unknownPlace")}</p>
      </PageFrame>
    );
  const current = section in sections ? (section as ChannelSection) : "general";
  const { View } = sections[current];
  const names = Object.keys(sections) as ChannelSection[];
  return (
    <PageFrame
      title={`#${channel.name}`}
      beside={<a href="#channels/subscribed">{t("channels.list")}</a>}
    >
      <Actions channel={channel} />
      <Tabs
        label={channel.name}
        current={current}
        tabs={names.map((name) => [
          name,
          t(sections[name].label),
          channelPageAddress(channel, name),
        ])}
      />
      <View key={current} channel={channel} />
    </PageFrame>
  );
}

function Actions({ channel }: { readonly channel: Channel }) {
  const state = useAppContext().client.state.value;
  const address = addressOf({ kind: "channel", channelId: channel.stream_id }, state);
  return (
    <p class="actions">
      <a class="button" href={address}>
        {t("channels.open")}
      </a>
      {!channel.is_archived && <SubscribeButton channel={channel} />}
    </p>
  );
}
