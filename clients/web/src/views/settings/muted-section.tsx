import { call } from "../../api/call.ts";
import { setTopicVisibility } from "../../api/operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { topicOfKey } from "../../state/conversation.ts";
import { topicPolicies } from "../../state/selectors.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { channelName, topicName } from "../conversation-name.ts";
import { PersonSearch } from "../forms/person-search.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { setMuted } from "../people/mute-person.ts";
import { Avatar } from "../shell/avatar.tsx";

/** People of whom one wants to see less. */
export function MutedPeopleSection() {
  const { client } = useAppContext();
  const { me, mutedPeople, people } = client.state.value;
  const attempt = useAttempt();
  const set = (id: number, isMuted: boolean) =>
    void attempt.run(() => setMuted(client, id, isMuted));
  return (
    <>
      <p class="soft">{t("muted.peopleHint")}</p>
      <PersonSearch
        label={t("muted.addPerson")}
        without={new Set([me, ...mutedPeople])}
        onChoose={(id) => {
          set(id, true);
        }}
      />
      <Problem text={attempt.problem.value} />
      {mutedPeople.size === 0 && <p class="soft hint">{t("muted.nobody")}</p>}
      <ul class="entries">
        {[...mutedPeople].map((id) => {
          const name = people.get(id)?.full_name ?? "?";
          return (
            <li key={id}>
              <a class="row" href={`#user/${String(id)}`}>
                <Avatar userId={id} />
                <span class="name">{name}</span>
              </a>
              <RemoveButton
                name={name}
                onClick={() => {
                  set(id, false);
                }}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

const policyTexts = {
  [topicPolicies.muted]: "muted.muted",
  [topicPolicies.unmuted]: "muted.unmuted",
  [topicPolicies.followed]: "muted.followed",
} as const;

/** Topics for which one has a preference. */
export function TopicsSection() {
  const { client } = useAppContext();
  const state = client.state.value;
  const attempt = useAttempt();
  const topics = [...state.topicPolicies].map(([key, policy]) => ({ ...topicOfKey(key), policy }));
  return (
    <>
      <p class="soft">{t("muted.topicsHint")}</p>
      <Problem text={attempt.problem.value} />
      {topics.length === 0 && <p class="soft hint">{t("muted.noTopics")}</p>}
      <ul class="entries">
        {topics.map(({ channelId, policy, topic }) => (
          <li key={`${String(channelId)}/${topic}`}>
            <a class="row" href={addressOf({ kind: "topic", channelId, topic }, state)}>
              <span class="name">{topicName(topic)}</span>
              <span class="soft more">#{channelName(state, channelId)}</span>
              <span class="soft">{t(policyTexts[policy as keyof typeof policyTexts])}</span>
            </a>
            <RemoveButton
              name={topicName(topic)}
              onClick={() =>
                void attempt.run(() =>
                  call(setTopicVisibility, {
                    stream_id: channelId,
                    topic,
                    visibility_policy: topicPolicies.none,
                  }),
                )
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}
