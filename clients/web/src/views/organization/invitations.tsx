import { type Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import {
  listInvites,
  resendInvite,
  revokeInvite,
  revokeInviteLink,
} from "../../api/page-operations.ts";
import { mayInOrganization } from "../../state/people.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { copyAddress } from "../message-actions/quote-message.ts";
import { roleName } from "../people/role-name.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import { InvitationForm } from "./invitation-form.tsx";

type Invite = Answer<typeof listInvites.operation>["invites"][number];

/** Invites people, and lists invitations that are open: one's own, for administrators all. */
export function Invitations() {
  const state = useAppContext().client.state.value;
  const byMail = mayInOrganization(state, "can_invite_users_group");
  const byLink = mayInOrganization(state, "create_multiuse_invite_group");
  const loaded = useLoaded(list, ({ type }) => type === "invites_changed");
  return (
    <>
      {byMail || byLink ? (
        <InvitationForm byMail={byMail} byLink={byLink} />
      ) : (
        <p class="soft">{t("invitations.mayNot")}</p>
      )}
      <section>
        <h2>{t("invitations.open")}</h2>
        <Loading of={loaded}>
          {(invites) => (
            <>
              {invites.length === 0 && <p class="soft hint">{t("invitations.none")}</p>}
              <ul class="entries">
                {invites.map((invite) => (
                  <Row key={`${String(invite.is_multiuse)}${String(invite.id)}`} invite={invite} />
                ))}
              </ul>
            </>
          )}
        </Loading>
      </section>
    </>
  );
}

async function list(): Promise<readonly Invite[]> {
  return (await call(listInvites, {})).invites;
}

function Row({ invite }: { readonly invite: Invite }) {
  const app = useAppContext();
  const attempt = useAttempt();
  const { email, expiry_date: until, id, invited_as: role, link_url: link } = invite;
  const revoke = invite.is_multiuse ? revokeInviteLink : revokeInvite;
  const expiry =
    until === null ? t("invitations.forEver") : t("invitations.until", { when: momentOf(until) });
  return (
    <li>
      <div class="person-line">
        <div class="row">
          <span class="name">{email ?? t("invitations.link")}</span>
          <span class="soft more">
            {roleName(role)} · {expiry}
          </span>
        </div>
        {link !== undefined && (
          <button
            onClick={() => {
              copyAddress(app, link);
            }}
          >
            {t("message.copyLink")}
          </button>
        )}
        {email !== undefined && (
          <button onClick={() => void attempt.submit(() => call(resendInvite, { invite_id: id }))}>
            {t("invitations.resend")}
          </button>
        )}
        <ConfirmButton
          label={t("invitations.revoke")}
          question={t("invitations.revokeQuestion")}
          onConfirm={() => void attempt.run(() => call(revoke, { invite_id: id }))}
        />
        <Problem text={attempt.problem.value} />
      </div>
    </li>
  );
}
