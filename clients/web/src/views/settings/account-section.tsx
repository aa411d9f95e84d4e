import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { deactivateOwnUser, updateSettings } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { ApiKey } from "./api-key.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { Sessions } from "./sessions.tsx";
import { SettingChoice, SettingToggle } from "./setting-fields.tsx";

/** How one proves who one is, and what others learn of one. */
export function AccountSection() {
  return (
    <>
      <Email />
      <Password />
      <SecondFactors />
      <Sessions />
      <Privacy />
      <ApiKey />
      <OwnKeys />
      <Deactivation />
    </>
  );
}

function Email() {
  const { me, organization, people } = useAppContext().client.state.value;
  const person = people.get(me);
  const current = person?.delivery_email ?? "";
  const text = useSignal(current);
  const sentTo = useSignal("");
  const attempt = useAttempt();
  const change = async () => {
    const email = text.value.trim();
    if (await attempt.submit(() => call(updateSettings, { email }))) sentTo.value = email;
  };
  if (organization.areEmailsFixed && person?.is_admin !== true)
    return (
      <p>
        {current} <span class="soft">{t("account.emailFixed")}</span>
      </p>
    );
  return (
    <Form onSubmit={() => void change()}>
      <Field label={t("person.email")} value={text} type="email" autocomplete="email" isRequired />
      <Problem text={attempt.problem.value} />
      {sentTo.value !== "" && (
        <p role="status">{t("account.emailSent", { address: sentTo.value })}</p>
      )}
      {text.value.trim() !== current && (
        <p class="actions">
          <button class="button">{t("account.changeEmail")}</button>
        </p>
      )}
    </Form>
  );
}

function Password() {
  const before = useSignal("");
  const next = useSignal("");
  const isDone = useSignal(false);
  const attempt = useAttempt();
  const change = async () => {
    const given = { old_password: before.value, new_password: next.value };
    isDone.value = await attempt.submit(() => call(updateSettings, given));
    if (!isDone.value) return;
    before.value = "";
    next.value = "";
  };
  return (
    <section>
      <h2>{t("account.password")}</h2>
      <Form onSubmit={() => void change()}>
        <Field
          label={t("account.oldPassword")}
          value={before}
          type="password"
          autocomplete="current-password"
          isRequired
        />
        <Field
          label={t("account.newPassword")}
          value={next}
          type="password"
          autocomplete="new-password"
          isRequired
        />
        <Problem text={attempt.problem.value} />
        {isDone.value && <p role="status">{t("account.passwordChanged")}</p>}
        <p class="actions">
          <button>{t("account.changePassword")}</button>
        </p>
      </Form>
    </section>
  );
}

/** Leads to the page where second factors are set up, which is one for all browsers. */
function SecondFactors() {
  return (
    <section>
      <h2>{t("account.secondFactors")}</h2>
      <p class="soft">{t("account.secondFactorsHint")}</p>
      <p>
        <a href="/accounts/second-factors/">{t("account.secondFactorsOpen")}</a>
      </p>
    </section>
  );
}

function OwnKeys() {
  const { me } = useAppContext().client.state.value;
  return (
    <section>
      <h2>{t("apiKeys.title")}</h2>
      <p class="soft">{t("apiKeys.hint")}</p>
      <ApiKeys userId={me} />
    </section>
  );
}

function Privacy() {
  return (
    <section>
      <h2>{t("account.privacy")}</h2>
      <SettingToggle name="presence_enabled" label={t("account.presence")} />
      <SettingToggle name="allow_private_data_export" label={t("account.export")} />
      <SettingToggle name="send_private_typing_notifications" label={t("account.typingDirect")} />
      <SettingToggle name="send_stream_typing_notifications" label={t("account.typingChannels")} />
      <SettingToggle name="send_read_receipts" label={t("account.readReceipts")} />
      <SettingChoice
        name="email_address_visibility"
        label={t("account.emailVisibility")}
        options={[
          [1, t("group.everyone")],
          [2, t("group.members")],
          [5, t("group.moderators")],
          [3, t("group.administrators")],
          [4, t("group.nobody")],
        ]}
      />
    </section>
  );
}

function Deactivation() {
  const attempt = useAttempt();
  const deactivate = async () => {
    if (await attempt.submit(() => call(deactivateOwnUser, {}))) location.assign("/login");
  };
  return (
    <section>
      <h2>{t("account.deactivation")}</h2>
      <Problem text={attempt.problem.value} />
      <ConfirmButton
        label={t("account.deactivate")}
        question={t("account.deactivateQuestion")}
        onConfirm={() => void deactivate()}
      />
    </section>
  );
}
