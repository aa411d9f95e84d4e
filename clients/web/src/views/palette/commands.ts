import { t } from "../../texts/texts.ts";
import type { AppContext } from "../app-context.ts";
import { openSearch } from "../keys/open-search.ts";
import { openKeyList } from "../keys/open.tsx";
import { conversationItems } from "../message-actions/conversation-menu.tsx";
import { markRead } from "../message-actions/mark-conversation-read.ts";
import type { Entry } from "./entries.ts";

function command(label: string, run: () => void): Entry {
  return { key: `command ${label}`, kind: "command", label, hint: "", narrow: null, run };
}

/** Lists everything that can be done from anywhere, and what can be done with the conversation that is open. */
export function commandsOf(app: AppContext): readonly Entry[] {
  const { client } = app;
  const route = client.route.peek();
  const here = route.kind === "narrow" ? conversationItems(app, route.narrow) : [];
  return [
    command(t("palette.inbox"), () => {
      location.hash = "#inbox";
    }),
    command(t("search.title"), () => {
      openSearch(app);
    }),
    command(t("search.starred"), () => {
      location.hash = "#narrow/is/starred";
    }),
    command(t("search.mentions"), () => {
      location.hash = "#narrow/is/mentioned";
    }),
    command(t("channel.browse"), () => {
      location.hash = "#channels/all";
    }),
    command(t("menu.settings"), () => {
      location.hash = "#settings/profile";
    }),
    command(t("menu.organization"), () => {
      location.hash = "#organization/organization-profile";
    }),
    command(t("menu.invite"), () => {
      location.hash = "#organization/users/invitations";
    }),
    ...here.map(({ run, text }) => command(text, run)),
    command(t("palette.markAllRead"), () => {
      const unread = [...client.state.peek().unread.values()];
      markRead(
        app,
        unread.flatMap(({ ids }) => ids),
      );
    }),
    command(t("keys.title"), () => {
      openKeyList(app);
    }),
    command(t("menu.docs"), () => {
      location.assign("/docs");
    }),
    command(t("menu.logOut"), () => {
      document.querySelector<HTMLFormElement>('form[action="/logout"]')?.requestSubmit();
    }),
  ];
}
