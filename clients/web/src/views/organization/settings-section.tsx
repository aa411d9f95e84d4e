import { openChannels } from "../../state/channels.ts";
import { languages } from "../../texts/languages.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import type { SectionProps } from "./organization-page.tsx";
import { OrganizationChoice, OrganizationToggle } from "./setting-fields.tsx";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function timeLimits() {
  return [
    [minute, t("organization.minutes", { n: 1 })],
    [10 * minute, t("organization.minutes", { n: 10 })],
    [hour, t("organization.hours", { n: 1 })],
    [day, t("organization.days", { n: 1 })],
    [7 * day, t("organization.days", { n: 7 })],
    [null, t("organization.noLimit")],
  ] as const;
}

/** What the organization allows with messages and accounts. */
export function SettingsSection({ isAdmin }: SectionProps) {
  return (
    <>
      <Messages isAdmin={isAdmin} />
      <Accounts isAdmin={isAdmin} />
      <SecondFactors isAdmin={isAdmin} />
      <Notices isAdmin={isAdmin} />
    </>
  );
}

type PartProps = Pick<SectionProps, "isAdmin">;

function Messages({ isAdmin }: PartProps) {
  return (
    <section>
      <h2>{t("organization.messages")}</h2>
      <OrganizationToggle
        name="allow_message_editing"
        label={t("organization.editing")}
        isAdmin={isAdmin}
      />
      <OrganizationChoice
        name="message_content_edit_limit_seconds"
        label={t("organization.editLimit")}
        options={timeLimits()}
        isAdmin={isAdmin}
      />
      <OrganizationChoice
        name="message_content_delete_limit_seconds"
        label={t("organization.deleteLimit")}
        options={timeLimits()}
        isAdmin={isAdmin}
      />
      <OrganizationChoice
        name="topics_policy"
        label={t("organization.topics")}
        options={[
          ["allow_empty_topic", t("organization.topicsOptional")],
          ["disable_empty_topic", t("organization.topicsRequired")],
        ]}
        isAdmin={isAdmin}
      />
      <OrganizationToggle
        name="enable_read_receipts"
        label={t("organization.readers")}
        isAdmin={isAdmin}
      />
      <OrganizationToggle
        name="inline_image_preview"
        label={t("organization.pictures")}
        isAdmin={isAdmin}
      />
      <OrganizationToggle
        name="inline_url_embed_preview"
        label={t("organization.linkedPages")}
        isAdmin={isAdmin}
      />
    </section>
  );
}

/** Settings about accounts that are on or off; true when the label says the opposite of the setting. */
const accountToggles = [
  ["invite_required", "organization.inviteOnly", false],
  ["disallow_disposable_email_addresses", "organization.noDisposable", false],
  ["require_unique_names", "organization.uniqueNames", false],
  ["name_changes_disabled", "organization.mayRename", true],
  ["email_changes_disabled", "organization.mayChangeEmail", true],
  ["avatar_changes_disabled", "organization.mayChangePicture", true],
  ["presence_disabled", "organization.presence", true],
  ["enable_guest_user_indicator", "organization.guestsMarked", false],
] as const;

function Accounts({ isAdmin }: PartProps) {
  const waits = [0, 1, 3, 7, 30];
  return (
    <section>
      <h2>{t("organization.accounts")}</h2>
      {accountToggles.map(([name, label, isInverse]) => (
        <OrganizationToggle
          key={name}
          name={name}
          label={t(label)}
          isInverse={isInverse}
          isAdmin={isAdmin}
        />
      ))}
      <OrganizationChoice
        name="waiting_period_threshold"
        label={t("organization.waiting")}
        options={waits.map((n) => [n, t("organization.days", { n })])}
        isAdmin={isAdmin}
      />
      <OrganizationChoice
        name="default_language"
        label={t("organization.language")}
        options={Object.entries(languages).map(([code, { name }]) => [code, name])}
        isAdmin={isAdmin}
      />
    </section>
  );
}

function SecondFactors({ isAdmin }: PartProps) {
  const graces = [0, 3, 7, 14, 30];
  return (
    <section>
      <h2>{t("factors.title")}</h2>
      <OrganizationChoice
        name="second_factor_required_for"
        label={t("organization.secondFactor")}
        options={[
          ["nobody", t("group.nobody")],
          ["administrators", t("group.administrators")],
          ["everybody", t("group.everyone")],
        ]}
        isAdmin={isAdmin}
      />
      <OrganizationChoice
        name="second_factor_grace_days"
        label={t("organization.secondFactorGrace")}
        options={graces.map((n) => [n, t("organization.days", { n })])}
        isAdmin={isAdmin}
      />
      <OrganizationToggle
        name="second_factor_after_single_sign_on"
        label={t("organization.secondFactorAfter")}
        isAdmin={isAdmin}
      />
    </section>
  );
}

function Notices({ isAdmin }: PartProps) {
  const state = useAppContext().client.state.value;
  const channels = [
    [-1, t("organization.nowhere")] as const,
    ...openChannels(state)
      .filter((channel) => !channel.invite_only)
      .map(({ name, stream_id: id }) => [id, `#${name}`] as const),
  ];
  return (
    <section>
      <h2>{t("organization.notices")}</h2>
      <OrganizationChoice
        name="new_stream_announcements_stream_id"
        label={t("organization.newChannels")}
        options={channels}
        isAdmin={isAdmin}
      />
      <OrganizationChoice
        name="signup_announcements_stream_id"
        label={t("organization.newPeople")}
        options={channels}
        isAdmin={isAdmin}
      />
      <OrganizationToggle
        name="send_welcome_emails"
        label={t("organization.welcomeMail")}
        isAdmin={isAdmin}
      />
      <OrganizationToggle
        name="message_content_allowed_in_email_notifications"
        label={t("notifications.emailContent")}
        isAdmin={isAdmin}
      />
    </section>
  );
}
