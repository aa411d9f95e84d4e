import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";

import type { PageName } from "../../narrow/address.ts";
import { loadPageTexts, t } from "../../texts/texts.ts";
import { reload } from "../shell/reload.ts";

/** What a page is told: the parts of the address behind its name. */
export interface PageProps {
  readonly path: readonly string[];
}

const pages: Readonly<Record<PageName, () => Promise<ComponentType<PageProps>>>> = {
  channels: async () => (await import("../channels/channels-page.tsx")).ChannelsPage,
  drafts: async () => (await import("../later/drafts-page.tsx")).DraftsPage,
  groups: async () => (await import("../groups/groups-page.tsx")).GroupsPage,
  organization: async () =>
    (await import("../organization/organization-page.tsx")).OrganizationPage,
  people: async () => (await import("../people/people-page.tsx")).PeoplePage,
  reminders: async () => (await import("../later/reminders-page.tsx")).RemindersPage,
  scheduled: async () => (await import("../later/scheduled-page.tsx")).ScheduledPage,
  settings: async () => (await import("../settings/settings-page.tsx")).SettingsPage,
  snippets: async () => (await import("../later/snippets-page.tsx")).SnippetsPage,
  user: async () => (await import("../people/person-page.tsx")).PersonPage,
};

type Loading = ComponentType<PageProps> | "loading" | "failed";

/** Shows a page that is loaded when it is opened; says so when that takes long, or fails. */
export function Page({ page, path }: PageProps & { readonly page: PageName }) {
  const shown = useMemo(() => signal<Loading>("loading"), [page]);
  useEffect(() => {
    void loadPage(page).then((loaded) => {
      shown.value = loaded;
    });
  }, [page, shown]);
  // The parts of a page share what is scrolled, and each begins at its top.
  useLayoutEffect(() => {
    document.querySelector("main .page")?.scrollTo({ top: 0 });
  }, [path.join("/")]);
  const View = shown.value;
  if (View === "loading")
    return (
      <div class="scroll blank">
        <p class="late soft" role="status">
          {t("page.loading")}
        </p>
      </div>
    );
  if (View === "failed")
    return (
      <div class="scroll blank">
        <p role="alert">{t("page.failed")}</p>
        <button onClick={() => void reload()}>{t("pane.retry")}</button>
      </div>
    );
  return <View path={path} />;
}

async function loadPage(page: PageName): Promise<Loading> {
  try {
    const [view] = await Promise.all([pages[page](), loadPageTexts()]);
    return view;
  } catch {
    // There is no connection; or the file is one of an older build, which a reload replaces.
    return "failed";
  }
}
