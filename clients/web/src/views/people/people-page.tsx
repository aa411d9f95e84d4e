import { useSignal } from "@preact/signals";

import { activePeople, availabilityOf, type Availability as Is } from "../../state/people.ts";
import type { State } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Finder } from "../forms/finder.tsx";
import { isNamed } from "../forms/person-search.tsx";
import { PageFrame } from "../pages/page-frame.tsx";
import { Availability } from "../shell/availability.tsx";
import { Avatar } from "../shell/avatar.tsx";
import { nowSeconds } from "../shell/now.ts";
import { StatusEmoji } from "../shell/status-emoji.tsx";
import { roleName } from "./role-name.ts";

/** So many rows are drawn at first; looking for a name is quicker than scrolling further. */
const most = 200;

/** Lists everybody, first those who are there. */
export function PeoplePage() {
  const state = useAppContext().client.state.value;
  const wanted = useSignal("");
  const found = people(state, nowSeconds.value).filter((one) => isNamed(one, wanted.value));
  return (
    <PageFrame title={t("people.title")} beside={<a href="#groups/all">{t("groups.title")}</a>}>
      <Finder label={t("people.find")} wanted={wanted} />
      {found.length === 0 && <p class="soft hint">{t("people.none")}</p>}
      <ul class="entries">
        {found.slice(0, most).map((person) => (
          <Row key={person.user_id} userId={person.user_id} />
        ))}
      </ul>
      {found.length > most && (
        <p class="soft hint">{t("people.more", { n: found.length - most })}</p>
      )}
    </PageFrame>
  );
}

function Row({ userId }: { readonly userId: number }) {
  const state = useAppContext().client.state.value;
  const person = state.people.get(userId);
  if (person === undefined) return null;
  const text = state.statuses.get(userId)?.status_text;
  return (
    <li>
      <a class="row" href={`#user/${String(userId)}`}>
        <Avatar userId={userId} />
        <span class="name">{person.full_name}</span>
        <Availability userId={userId} />
        <StatusEmoji userId={userId} />
        <span class="soft more">{text}</span>
        <span class="soft end">{person.is_bot ? t("role.bot") : roleName(person.role)}</span>
      </a>
    </li>
  );
}

const ranks: Readonly<Record<Is, number>> = { active: 0, idle: 1, offline: 2 };

function people(state: State, now: number) {
  const rank = (id: number) => {
    const is = availabilityOf(state, id, now);
    return is === null ? ranks.offline : ranks[is];
  };
  return activePeople(state)
    .map((person) => ({ ...person, rank: rank(person.user_id) }))
    .toSorted((a, b) => a.rank - b.rank);
}
