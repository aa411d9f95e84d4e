import type { UserObject } from "@team-chat/contract";

import { addressOf } from "../../narrow/address.ts";
import { availabilityOf } from "../../state/people.ts";
import { momentOf, t, timeIn } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import type { PageProps } from "../pages/page.tsx";
import { Availability } from "../shell/availability.tsx";
import { Avatar } from "../shell/avatar.tsx";
import { nowSeconds } from "../shell/now.ts";
import { StatusEmoji } from "../shell/status-emoji.tsx";
import { CommonChannels, GroupsOf } from "./memberships.tsx";
import { setMuted } from "./mute-person.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { roleName } from "./role-name.ts";
import { StatusForm } from "./status-form.tsx";

/** Shows who somebody is, and leads to a conversation with that person. */
export function PersonPage({ path }: PageProps) {
  const state = useAppContext().client.state.value;
  const person = state.people.get(Number(path[0]));
  if (person === undefined)
    return (
      <PageFrame title={t("people.title")}>
        <p class="blank">{t("pane.unknownPlace")}</p>
      </PageFrame>
    );
  return (
    <PageFrame key={person.user_id} title={person.full_name}>
      <Head person={person} />
      <Actions person={person} />
      {person.user_id === state.me && <StatusForm />}
      <dl class="facts">
        <Facts person={person} />
        <ProfileFields person={person} />
        <GroupsOf userId={person.user_id} />
        <CommonChannels userId={person.user_id} />
      </dl>
    </PageFrame>
  );
}

interface PersonProps {
  readonly person: UserObject;
}

function Head({ person }: PersonProps) {
  const state = useAppContext().client.state.value;
  const { user_id: id } = person;
  const is = availabilityOf(state, id, nowSeconds.value);
  const status = state.statuses.get(id)?.status_text;
  const kind = person.is_bot ? t("role.bot") : roleName(person.role);
  return (
    <div class="person-head">
      <Avatar userId={id} />
      <div>
        <p>
          <strong>{person.full_name}</strong> <span class="badge">{kind}</span>
        </p>
        <p class="soft">
          {person.is_active === false && t("person.deactivated")}
          <Availability userId={id} /> {is !== null && t(`presence.${is}`)}
          {is === "offline" && lastSeen(state.presences.get(id)?.idleAt ?? 0)}
        </p>
        <p>
          <StatusEmoji userId={id} /> {status}
        </p>
      </div>
    </div>
  );
}

function lastSeen(seconds: number): string {
  return seconds === 0 ? "" : ` · ${t("person.lastSeen", { when: momentOf(seconds) })}`;
}

function Actions({ person }: PersonProps) {
  const { client } = useAppContext();
  const state = client.state.value;
  const attempt = useAttempt();
  const { user_id: id } = person;
  const isMuted = state.mutedPeople.has(id);
  const isMe = id === state.me;
  return (
    <>
      <p class="actions">
        {person.is_active !== false && (
          <a class="button" href={addressOf({ kind: "direct", userIds: [id] }, state)}>
            {t(isMe ? "person.notes" : "person.message")}
          </a>
        )}
        {!isMe && (
          <button onClick={() => void attempt.run(() => setMuted(client, id, !isMuted))}>
            {t(isMuted ? "person.unmute" : "person.mute")}
          </button>
        )}
      </p>
      <Problem text={attempt.problem.value} />
    </>
  );
}

function Facts({ person }: PersonProps) {
  const state = useAppContext().client.state.value;
  const time = timeIn(person.timezone, nowSeconds.value);
  const owner = person.bot_owner_id === null ? undefined : state.people.get(person.bot_owner_id);
  return (
    <>
      {person.delivery_email !== null && (
        <div>
          <dt>{t("person.email")}</dt>
          <dd>
            <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
          </dd>
        </div>
      )}
      {time !== "" && (
        <div>
          <dt>{t("person.localTime")}</dt>
          <dd>{time}</dd>
        </div>
      )}
      {owner !== undefined && (
        <div>
          <dt>{t("person.botOwner")}</dt>
          <dd>
            <a href={`#user/${String(owner.user_id)}`}>{owner.full_name}</a>
          </dd>
        </div>
      )}
    </>
  );
}
