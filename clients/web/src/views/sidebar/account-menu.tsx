import type { TargetedSubmitEvent } from "preact";

import { logOut } from "../../live/log-out.ts";
import { namesOf } from "../../state/selectors.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Avatar } from "../shell/avatar.tsx";
import { OrganizationIcon } from "../shell/organization-icon.tsx";

function close({ currentTarget }: { readonly currentTarget: Element }): void {
  currentTarget.closest("details")?.removeAttribute("open");
}

function leave(event: TargetedSubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  void logOut(event.currentTarget);
}

/** Shows the organization and who one is in it, and leads out. */
export function AccountMenu() {
  const state = useAppContext().client.state.value;
  return (
    <details class="account">
      <summary title={t("menu.open")}>
        <Avatar userId={state.me} />
        <span class="name">
          <strong>
            <OrganizationIcon />
            {state.organization.name}
          </strong>
          <span class="soft">{namesOf(state, [state.me])}</span>
        </span>
      </summary>
      <div class="menu">
        <a class="row" href={`#user/${String(state.me)}`} onClick={close}>
          {t("menu.profile")}
        </a>
        <a class="row" href="#settings/profile" onClick={close}>
          {t("menu.settings")}
        </a>
        <a class="row" href="#organization/organization-profile" onClick={close}>
          {t("menu.organization")}
        </a>
        <a class="row" href="#organization/users/invitations" onClick={close}>
          {t("menu.invite")}
        </a>
        <a class="row" href="/docs">
          {t("menu.docs")}
        </a>
        <form method="post" action="/logout" onSubmit={leave}>
          <button class="row">{t("menu.logOut")}</button>
        </form>
      </div>
    </details>
  );
}
