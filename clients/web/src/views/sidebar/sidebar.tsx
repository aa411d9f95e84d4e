import { addressOf, type PageName } from "../../narrow/address.ts";
import { narrowKey } from "../../narrow/narrow.ts";
import { type ChannelGroup, namesOf, recentDirects, unreadIn } from "../../state/selectors.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { keyName } from "../keys/key-name.ts";
import { openPalette } from "../keys/open.tsx";
import { Availability } from "../shell/availability.tsx";
import { Avatar } from "../shell/avatar.tsx";
import { Count } from "../shell/count.tsx";
import { Icon, type IconName } from "../shell/icon.tsx";
import { LogInLink } from "../shell/log-in-link.tsx";
import { OrganizationIcon } from "../shell/organization-icon.tsx";
import { useRest } from "../shell/use-rest.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ChannelItem } from "./channel-item.tsx";

const shownDirects = 12;
/** More channels of a group than fit on a screen. */
const firstChannels = 50;

/** Lists every conversation: the inbox, direct ones, and channels with their topics. */
export function Sidebar() {
  const { client } = useAppContext();
  const groups = client.groups.value;
  return (
    <nav class="sidebar" aria-label={t("sidebar.label")}>
      {client.isSpectator ? <SpectatorHead /> : <AccountMenu />}
      <div class="scroll" tabIndex={-1}>
        {!client.isSpectator && <OwnPlaces />}
        {groups.map((group) => (
          <Group key={group.kind + group.name} group={group} />
        ))}
        {groups.length === 0 && <p class="soft hint">{t("sidebar.noChannels")}</p>}
      </div>
    </nav>
  );
}

/** Leads to what belongs to oneself. */
function OwnPlaces() {
  const app = useAppContext();
  const { client } = app;
  const route = client.route.value;
  const isInbox = route.kind === "inbox" || route.kind === "home";
  return (
    <>
      <button
        class="row"
        aria-keyshortcuts="Control+K"
        onClick={() => {
          openPalette(app);
        }}
      >
        <Icon name="find" />
        <span class="name">{t("palette.open")}</span>
        <kbd aria-hidden="true">{keyName("Ctrl k")}</kbd>
      </button>
      <a class="row" href="#inbox" aria-current={isInbox ? "page" : undefined}>
        <Icon name="inbox" />
        <span class="name">{t("inbox.title")}</span>
        <Count n={client.counts.value.total} />
      </a>
      <PageLink page="people" icon="people" text={t("people.title")} />
      <PageLink page="channels" path="/all" icon="hash" text={t("channel.browse")} />
      <PageLink page="drafts" icon="pen" text={t("later.title")} />
      <View operand="mentioned" icon="at" />
      <View operand="starred" icon="star" />
      <Directs />
    </>
  );
}

/** Names the organization to people without an account, and leads in. */
function SpectatorHead() {
  return (
    <div class="account spectator">
      <OrganizationIcon />
      <strong class="name">{useAppContext().client.state.value.organization.name}</strong>
      <LogInLink text={t("spectator.logIn")} />
    </div>
  );
}

interface PageLinkProps {
  readonly page: PageName;
  readonly path?: string;
  readonly icon: IconName;
  readonly text: string;
}

/** Leads to a page beside the conversations. */
function PageLink({ icon, page, path = "", text }: PageLinkProps) {
  const route = useAppContext().client.route.value;
  const isOpen = route.kind === "page" && route.page === page;
  return (
    <a class="row" href={`#${page}${path}`} aria-current={isOpen ? "page" : undefined}>
      <Icon name={icon} />
      <span class="name">{text}</span>
    </a>
  );
}

interface ViewProps {
  readonly operand: keyof typeof views;
  readonly icon: IconName;
}

const views = { mentioned: "search.mentions", starred: "search.starred" } as const;

/** Leads to messages of a kind, wherever they are. */
function View({ icon, operand }: ViewProps) {
  const { client } = useAppContext();
  const terms = [{ operator: "is", operand, negated: false }];
  const view = { kind: "search", terms } as const;
  const route = client.route.value;
  const isOpen = route.kind === "narrow" && narrowKey(route.narrow) === narrowKey(view);
  return (
    <a
      class="row"
      href={addressOf(view, client.state.peek())}
      aria-current={isOpen ? "page" : undefined}
    >
      <Icon name={icon} />
      <span class="name">{t(views[operand])}</span>
    </a>
  );
}

const headings = {
  pinned: "sidebar.pinned",
  other: "sidebar.channels",
  muted: "sidebar.muted",
} as const;

function Group({ group }: { readonly group: ChannelGroup }) {
  const isWhole = useRest();
  return (
    <section>
      <h2>{group.kind === "folder" ? group.name : t(headings[group.kind])}</h2>
      <ul>
        {(isWhole ? group.channels : group.channels.slice(0, firstChannels)).map((channel) => (
          <ChannelItem key={channel.stream_id} channel={channel} />
        ))}
      </ul>
    </section>
  );
}

function Directs() {
  const { client } = useAppContext();
  const state = client.state.value;
  const route = client.route.value;
  const current = route.kind === "narrow" ? narrowKey(route.narrow) : "";
  const directs = recentDirects(state, shownDirects);
  if (directs.length === 0) return null;
  return (
    <section>
      <h2>{t("sidebar.direct")}</h2>
      <ul>
        {directs.map((userIds) => {
          const direct = { kind: "direct", userIds } as const;
          const key = narrowKey(direct);
          return (
            <li key={key}>
              <a
                class="row"
                href={addressOf(direct, state)}
                aria-current={key === current ? "page" : undefined}
              >
                <Avatar userId={userIds[0] ?? 0} />
                <span class="name">{namesOf(state, userIds)}</span>
                {userIds.length === 1 && <Availability userId={userIds[0] ?? 0} />}
                <Count n={unreadIn(state, direct)} />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
