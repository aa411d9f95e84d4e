import "./organization.css";
import type { ComponentType } from "preact";

import { t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import type { PageProps } from "../pages/page.tsx";
import { Tabs } from "../pages/tabs.tsx";
import { DeletionsSection } from "./archive/deletions-section.tsx";
import { HoldsSection } from "./archive/holds-section.tsx";
import { AuditSection } from "./audit-section.tsx";
import { BotsSection } from "./bots-section.tsx";
import { DefaultChannelsSection } from "./default-channels-section.tsx";
import { EmojiSection } from "./emoji-section.tsx";
import { ExportsSection } from "./exports-section.tsx";
import { LinkifiersSection } from "./linkifiers-section.tsx";
import { PermissionsSection } from "./permissions-section.tsx";
import { ProfileFieldsSection } from "./profile-fields-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { UsageSection } from "./usage-section.tsx";
import { UsersSection } from "./users-section.tsx";

/** What a section is told. */
export interface SectionProps {
  /** Whether one may change what it shows. */
  readonly isAdmin: boolean;
  /** Part of the address behind the section's name; empty for none. */
  readonly part: string;
}

interface Section {
  /** Part of the address, as links from elsewhere have it. */
  readonly name: string;
  readonly label: TextName;
  readonly View: ComponentType<SectionProps>;
  /** Who alone may see it; everybody without. */
  readonly isFor?: "administrators" | "owners";
}

const sections: readonly [Section, ...Section[]] = [
  { name: "organization-profile", label: "settings.profile", View: ProfileSection },
  { name: "organization-settings", label: "settings.title", View: SettingsSection },
  { name: "organization-permissions", label: "organization.permissions", View: PermissionsSection },
  { name: "users", label: "people.title", View: UsersSection },
  { name: "bots", label: "organization.bots", View: BotsSection },
  { name: "default-channels-list", label: "organization.defaults", View: DefaultChannelsSection },
  { name: "emoji-settings", label: "organization.emoji", View: EmojiSection },
  { name: "profile-field-settings", label: "organization.fields", View: ProfileFieldsSection },
  { name: "linkifier-settings", label: "organization.linkifiers", View: LinkifiersSection },
  {
    name: "data-exports-admin",
    label: "exports.title",
    View: ExportsSection,
    isFor: "administrators",
  },
  {
    name: "deleted-messages",
    label: "deletions.title",
    View: DeletionsSection,
    isFor: "administrators",
  },
  { name: "legal-holds", label: "holds.title", View: HoldsSection, isFor: "owners" },
  { name: "usage", label: "usage.title", View: UsageSection, isFor: "administrators" },
  { name: "audit-log", label: "audit.title", View: AuditSection, isFor: "administrators" },
];

/** Shows what the organization is and allows, to be changed by administrators. */
export function OrganizationPage({ path: [wanted, part = ""] }: PageProps) {
  const { me, organization, people } = useAppContext().client.state.value;
  const { is_admin: isAdmin = false, is_owner: isOwner = false } = people.get(me) ?? {};
  const mayEnter = { administrators: isAdmin, owners: isOwner };
  const offered = sections.filter(({ isFor }) => isFor === undefined || mayEnter[isFor]);
  const { View, name: current } = offered.find(({ name }) => name === wanted) ?? sections[0];
  return (
    <PageFrame title={organization.name} beside={<a href="#groups/all">{t("groups.title")}</a>}>
      <Tabs
        label={organization.name}
        current={current}
        tabs={offered.map(({ label, name }) => [name, t(label), `#organization/${name}`])}
      />
      {!isAdmin && <p class="soft">{t("organization.readOnly")}</p>}
      <View key={`${current}/${part}`} isAdmin={isAdmin} part={part} />
    </PageFrame>
  );
}
