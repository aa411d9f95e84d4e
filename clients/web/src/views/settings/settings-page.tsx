import "./settings.css";
import type { ComponentType } from "preact";

import { t, type TextName } from "../../texts/texts.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import type { PageProps } from "../pages/page.tsx";
import { Tabs } from "../pages/tabs.tsx";
import { AccountSection } from "./account-section.tsx";
import { AlertWordsSection } from "./alert-words-section.tsx";
import { BotsSection } from "./bots-section.tsx";
import { MutedPeopleSection, TopicsSection } from "./muted-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PreferencesSection } from "./preferences-section.tsx";
import { ProfileSection } from "./profile-section.tsx";

interface Section {
  /** Part of the address, as links from elsewhere have it. */
  readonly name: string;
  readonly label: TextName;
  readonly View: ComponentType;
}

const sections = [
  { name: "profile", label: "settings.profile", View: ProfileSection },
  { name: "account-and-privacy", label: "settings.account", View: AccountSection },
  { name: "preferences", label: "settings.preferences", View: PreferencesSection },
  { name: "notifications", label: "settings.notifications", View: NotificationsSection },
  { name: "your-bots", label: "settings.bots", View: BotsSection },
  { name: "alert-words", label: "settings.alertWords", View: AlertWordsSection },
  { name: "muted-users", label: "settings.mutedPeople", View: MutedPeopleSection },
  { name: "topics", label: "settings.topics", View: TopicsSection },
] as const satisfies readonly Section[];

/** Shows one's own settings, a section at a time; the first one when the address names none. */
export function SettingsPage({ path: [wanted] }: PageProps) {
  const { View, name: current } = sections.find(({ name }) => name === wanted) ?? sections[0];
  return (
    <PageFrame title={t("settings.title")}>
      <Tabs
        label={t("settings.title")}
        current={current}
        tabs={sections.map(({ label, name }) => [name, t(label), `#settings/${name}`])}
      />
      <View />
    </PageFrame>
  );
}
