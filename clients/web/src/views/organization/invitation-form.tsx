import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { createInviteLink, sendInvites } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Field, Form, Toggle } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { roleName, roles } from "../people/role-name.ts";

const hour = 60;
const day = 24 * hour;
const memberRole = 400;

interface InvitationFormProps {
  readonly byMail: boolean;
  readonly byLink: boolean;
}

/** Invites people by mail, or makes a link that any number of people may use. */
export function InvitationForm({ byLink, byMail }: InvitationFormProps) {
  const emails = useSignal("");
  const terms = useTerms();
  const done = useSignal("");
  const attempt = useAttempt();
  const send = async () => {
    done.value = "";
    const asked = { ...terms.given(), invitee_emails: emails.value };
    if (!(await attempt.submit(() => call(sendInvites, asked)))) return;
    emails.value = "";
    done.value = t("invitations.sent");
  };
  const makeLink = () =>
    attempt.submit(async () => {
      done.value = (await call(createInviteLink, terms.given())).invite_link;
    });
  return (
    <Form onSubmit={() => void (byMail ? send() : makeLink())}>
      {byMail && (
        <Field
          label={t("invitations.addresses")}
          hint={t("invitations.addressesHint")}
          value={emails}
          isLong
        />
      )}
      {terms.fields}
      <Problem text={attempt.problem.value} />
      {done.value !== "" && (
        <p class="key" role="status">
          {done.value}
        </p>
      )}
      <p class="actions">
        {byMail && <button class="button">{t("invitations.send")}</button>}
        {byLink && (
          <button type="button" onClick={() => void makeLink()}>
            {t("invitations.makeLink")}
          </button>
        )}
      </p>
    </Form>
  );
}

/** Keeps what invited people become, until when, and where they begin. */
function useTerms() {
  const { me, people } = useAppContext().client.state.value;
  const role = useSignal<number>(memberRole);
  const minutes = useSignal(10 * day);
  const isDefault = useSignal(true);
  // Nobody makes somebody more than oneself; only administrators more than members.
  const own = people.get(me)?.role ?? memberRole;
  const offered = roles.filter(([one]) => one >= (own <= 200 ? own : memberRole));
  const given = () => ({
    invite_as: role.value,
    invite_expires_in_minutes: minutes.value === 0 ? null : minutes.value,
    include_realm_default_subscriptions: isDefault.value,
  });
  const fields = (
    <>
      <Choice
        label={t("invitations.as")}
        value={role.value}
        options={offered.map(([one]) => [one, roleName(one)])}
        onChange={(one) => {
          role.value = one;
        }}
      />
      <Choice
        label={t("invitations.expires")}
        value={minutes.value}
        options={[
          [day, t("organization.days", { n: 1 })],
          [10 * day, t("organization.days", { n: 10 })],
          [30 * day, t("organization.days", { n: 30 })],
          [0, t("invitations.never")],
        ]}
        onChange={(one) => {
          minutes.value = one;
        }}
      />
      <Toggle
        label={t("invitations.defaults")}
        isOn={isDefault.value}
        onChange={(isOn) => {
          isDefault.value = isOn;
        }}
      />
    </>
  );
  return { given, fields };
}
