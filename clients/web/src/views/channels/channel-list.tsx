import { useSignal } from "@preact/signals";

import { creatablePrivacies, openChannels } from "../../state/channels.ts";
import type { Channel } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Finder } from "../forms/finder.tsx";
import { PageFrame } from "../pages/page-frame.tsx";
import { Tabs } from "../pages/tabs.tsx";
import { plain } from "../rank.ts";
import { channelPageAddress } from "./address.ts";
import { ChannelSign } from "./channel-sign.tsx";
import { SubscribeButton } from "./subscribe-button.tsx";

/** Lists of channels, by the part of the address that names them. */
const lists = {
  subscribed: ({ isSubscribed }: Channel) => isSubscribed,
  available: ({ isSubscribed }: Channel) => !isSubscribed,
  all: () => true,
};
type List = keyof typeof lists;

/** So many rows are drawn at first; looking for a name is quicker than scrolling further. */
const most = 200;

/** Tells whether a part of an address names a list of channels. */
export function isListed(name: string): name is List {
  return name in lists;
}

/** Lists channels, by name, and finds one by a part of its name or description. */
export function ChannelList({ which }: { readonly which: List }) {
  const state = useAppContext().client.state.value;
  const wanted = useSignal("");
  const isWanted = ({ description, name }: Channel) =>
    plain(`${name} ${description}`).includes(plain(wanted.value.trim()));
  const found = openChannels(state).filter((one) => lists[which](one) && isWanted(one));
  const create = <a href="#channels/new">{t("channels.new")}</a>;
  return (
    <PageFrame
      title={t("sidebar.channels")}
      beside={creatablePrivacies(state).length > 0 ? create : undefined}
    >
      <Tabs
        label={t("sidebar.channels")}
        current={which}
        tabs={[
          ["subscribed", t("channels.subscribed"), "#channels/subscribed"],
          ["available", t("channels.available"), "#channels/available"],
          ["all", t("channels.all"), "#channels/all"],
        ]}
      />
      <Finder label={t("channels.find")} wanted={wanted} />
      {found.length === 0 && (
        <p class="soft hint">{t(wanted.value === "" ? emptyTexts[which] : "channels.none")}</p>
      )}
      <ul class="entries">
        {found.slice(0, most).map((channel) => (
          <Row key={channel.stream_id} channel={channel} />
        ))}
      </ul>
      {found.length > most && (
        <p class="soft hint">{t("channels.more", { n: found.length - most })}</p>
      )}
    </PageFrame>
  );
}

const emptyTexts = {
  subscribed: "sidebar.noChannels",
  available: "channels.noOthers",
  all: "channels.noneAtAll",
} as const;

function Row({ channel }: { readonly channel: Channel }) {
  return (
    <li>
      <a class="row" href={channelPageAddress(channel, "general")}>
        <ChannelSign channel={channel} />
        <span class="name">{channel.name}</span>
        <span class="soft more">{channel.description}</span>
        <span class="soft end">{t("channels.count", { n: channel.subscriber_count })}</span>
      </a>
      <SubscribeButton channel={channel} />
    </li>
  );
}
