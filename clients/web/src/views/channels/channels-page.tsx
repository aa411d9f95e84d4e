import { t } from "../../texts/texts.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import type { PageProps } from "../pages/page.tsx";
import { ChannelList, isListed } from "./channel-list.tsx";
import { ChannelPage } from "./channel-page.tsx";
import { NewChannel } from "./new-channel.tsx";

/** Shows the channels that there are, or the one that the address names. */
export function ChannelsPage({ path: [first = "", , section = "general"] }: PageProps) {
  if (first === "new") return <NewChannel />;
  if (/^\d+$/.test(first))
    return <ChannelPage key={first} channelId={Number(first)} section={section} />;
  if (first === "" || isListed(first))
    return <ChannelList key={first} which={first === "" ? "subscribed" : first} />;
  return (
    <PageFrame title={t("sidebar.channels")}>
      <p class="blank">{t("pane.unknownPlace")}</p>
    </PageFrame>
  );
}
