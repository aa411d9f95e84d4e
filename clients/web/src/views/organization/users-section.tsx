import { useSignal } from "@preact/signals";
import type { UserObject } from "@team-chat/contract";

import { changeAtOnce } from "../../actions/change-at-once.ts";
import { call } from "../../api/call.ts";
import {
  deactivateUser,
  endUserSessions,
  reactivateUser,
  updateUser,
} from "../../api/page-operations.ts";
import type { Client } from "../../live/client.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Finder } from "../forms/finder.tsx";
import { isNamed } from "../forms/person-search.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Tabs } from "../pages/tabs.tsx";
import { roleName, roles } from "../people/role-name.ts";
import { Avatar } from "../shell/avatar.tsx";
import { BlockedAddresses } from "./blocked-addresses.tsx";
import { Invitations } from "./invitations.tsx";
import type { SectionProps } from "./organization-page.tsx";
import { ScimTokens } from "./scim-tokens.tsx";
import { SecondFactors } from "./second-factors.tsx";

/** So many rows are drawn at first; looking for a name is quicker than scrolling further. */
const most = 100;

const parts = [
  ["active", "organization.active"],
  ["deactivated", "organization.deactivated"],
  ["invitations", "organization.invitations"],
  ["second-factors", "factors.title"],
  ["blocked", "blocked.title"],
  ["scim-tokens", "scim.title"],
] as const;

/** Who has an account, who had one, who is invited, and who may not be; and what else makes accounts. */
export function UsersSection({ isAdmin, part }: SectionProps) {
  const { me, people } = useAppContext().client.state.value;
  const isOwner = people.get(me)?.is_owner === true;
  const closed: Readonly<Record<string, boolean>> = {
    "second-factors": !isAdmin,
    blocked: !isAdmin,
    "scim-tokens": !isOwner,
  };
  const offered = parts.filter(([name]) => closed[name] !== true);
  const current = offered.find(([name]) => name === part)?.[0] ?? "active";
  return (
    <>
      <Tabs
        label={t("people.title")}
        current={current}
        tabs={offered.map(([name, label]) => [name, t(label), `#organization/users/${name}`])}
      />
      {current === "invitations" && <Invitations />}
      {current === "second-factors" && <SecondFactors />}
      {current === "blocked" && <BlockedAddresses />}
      {current === "scim-tokens" && <ScimTokens />}
      {(current === "active" || current === "deactivated") && (
        <People key={current} isActive={current === "active"} isAdmin={isAdmin} />
      )}
    </>
  );
}

interface PeopleProps {
  readonly isActive: boolean;
  readonly isAdmin: boolean;
}

function People({ isActive, isAdmin }: PeopleProps) {
  const { people } = useAppContext().client.state.value;
  const wanted = useSignal("");
  const collator = new Intl.Collator();
  const found = [...people.values()]
    .filter((person) => !person.is_bot && (person.is_active !== false) === isActive)
    .filter((person) => isNamed(person, wanted.value))
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name));
  return (
    <>
      <Finder label={t("people.find")} wanted={wanted} />
      {found.length === 0 && (
        <p class="soft hint">
          {t(wanted.value === "" ? "organization.noneDeactivated" : "people.none")}
        </p>
      )}
      <ul class="entries">
        {found.slice(0, most).map((person) => (
          <Person key={person.user_id} person={person} isAdmin={isAdmin} />
        ))}
      </ul>
      {found.length > most && (
        <p class="soft hint">{t("people.more", { n: found.length - most })}</p>
      )}
    </>
  );
}

interface PersonProps {
  readonly person: UserObject;
  readonly isAdmin: boolean;
}

function Person({ isAdmin, person }: PersonProps) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const { full_name: name, user_id: id } = person;
  const isActive = person.is_active !== false;
  return (
    <li>
      <div class="person-line">
        <a class="row" href={`#user/${String(id)}`}>
          <Avatar userId={id} />
          <span class="name">{name}</span>
          <span class="soft more">{person.delivery_email}</span>
        </a>
        {isAdmin && isActive ? (
          <RoleChoice
            person={person}
            onChange={(role) => void attempt.run(() => giveRole(client, person, role))}
          />
        ) : (
          <span class="soft">{roleName(person.role)}</span>
        )}
        {isAdmin && isActive && id !== client.state.value.me && (
          <Endings person={person} run={(change) => void attempt.run(change)} />
        )}
        {isAdmin && !isActive && (
          <button
            aria-label={t("organization.reactivateName", { name })}
            onClick={() => void attempt.run(() => call(reactivateUser, { user_id: id }))}
          >
            {t("organization.reactivate")}
          </button>
        )}
        <Problem text={attempt.problem.value} />
      </div>
    </li>
  );
}

interface EndingsProps {
  readonly person: UserObject;
  readonly run: (change: () => Promise<unknown>) => void;
}

/** Ends somebody's sessions, or the account with them. */
function Endings({ person, run }: EndingsProps) {
  const { full_name: name, user_id } = person;
  return (
    <>
      <ConfirmButton
        label={t("organization.logOut")}
        question={t("organization.logOutQuestion", { name })}
        onConfirm={() => {
          run(() => call(endUserSessions, { user_id }));
        }}
      />
      <ConfirmButton
        label={t("organization.deactivate")}
        question={t("organization.deactivateQuestion", { name })}
        onConfirm={() => {
          run(() => call(deactivateUser, { user_id }));
        }}
      />
    </>
  );
}

interface RoleChoiceProps {
  readonly person: UserObject;
  readonly onChange: (role: number) => void;
}

function RoleChoice({ onChange, person }: RoleChoiceProps) {
  return (
    <select
      aria-label={t("organization.roleOf", { name: person.full_name })}
      value={String(person.role)}
      onChange={({ currentTarget }) => {
        onChange(Number(currentTarget.value));
      }}
    >
      {roles.map(([role]) => (
        <option key={role} value={String(role)} selected={role === person.role}>
          {roleName(role)}
        </option>
      ))}
    </select>
  );
}

async function giveRole(client: Client, person: UserObject, role: number): Promise<void> {
  const { user_id } = person;
  const event = { type: "realm_user", op: "update" } as const;
  const change = {
    now: { ...event, person: { user_id, role } },
    back: { ...event, person: { user_id, role: person.role } },
  };
  await changeAtOnce(client, change, () => call(updateUser, { user_id, role }));
}
