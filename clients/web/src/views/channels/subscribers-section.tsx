import { useSignal } from "@preact/signals";

import { join, leave } from "../../actions/subscribe.ts";
import { call } from "../../api/call.ts";
import { listChannelMembers } from "../../api/page-operations.ts";
import { mayAddSubscribers, mayRemoveSubscribers } from "../../state/channels.ts";
import type { Channel, ServerEvent } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Finder } from "../forms/finder.tsx";
import { isNamed, PersonSearch } from "../forms/person-search.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Availability } from "../shell/availability.tsx";
import { Avatar } from "../shell/avatar.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

interface SectionProps {
  readonly channel: Channel;
}

/** So many people are seen at once, and need not be looked for. */
const fewEnough = 12;
/** So many rows are drawn at first; looking for a name is quicker than scrolling further. */
const most = 200;

/** Lists who is in a channel, and changes that for those who may. */
export function SubscribersSection({ channel }: SectionProps) {
  const state = useAppContext().client.state.value;
  const attempt = useAttempt();
  const { stream_id: id } = channel;
  const loaded = useLoaded(
    async () => (await call(listChannelMembers, { stream_id: id })).subscribers,
    (event) => isAboutSubscribers(event, id),
  );
  const isOpen = !channel.is_archived;
  const mayAdd = isOpen && mayAddSubscribers(state, channel);
  const mayRemove = mayRemoveSubscribers(state, channel);
  return (
    <Loading of={loaded}>
      {(subscribers) => (
        <section>
          <Problem text={attempt.problem.value} />
          {mayAdd && (
            <PersonSearch
              label={t("channels.addPerson")}
              without={new Set(subscribers)}
              onChoose={(userId) => void attempt.run(() => join(channel, [userId]))}
            />
          )}
          <Subscribers
            ids={subscribers}
            mayRemove={mayRemove}
            onRemove={(userId) => void attempt.run(() => leave(channel, [userId]))}
          />
        </section>
      )}
    </Loading>
  );
}

interface SubscribersProps {
  readonly ids: readonly number[];
  readonly mayRemove: boolean;
  readonly onRemove: (userId: number) => void;
}

function Subscribers({ ids, mayRemove, onRemove }: SubscribersProps) {
  const { me, people } = useAppContext().client.state.value;
  const wanted = useSignal("");
  const collator = new Intl.Collator();
  const found = ids
    .flatMap((id) => people.get(id) ?? [])
    .filter((person) => isNamed(person, wanted.value))
    .toSorted((a, b) => collator.compare(a.full_name, b.full_name));
  return (
    <>
      {ids.length > fewEnough && <Finder label={t("channels.findSubscriber")} wanted={wanted} />}
      {found.length === 0 && <p class="soft hint">{t("people.none")}</p>}
      <ul class="entries">
        {found.slice(0, most).map(({ full_name: name, user_id: userId }) => (
          <li key={userId}>
            <a class="row" href={`#user/${String(userId)}`}>
              <Avatar userId={userId} />
              <span class="name">{name}</span>
              <Availability userId={userId} />
            </a>
            {mayRemove && userId !== me && (
              <RemoveButton
                name={name}
                onClick={() => {
                  onRemove(userId);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {found.length > most && (
        <p class="soft hint">{t("people.more", { n: found.length - most })}</p>
      )}
    </>
  );
}

/** Tells whether an event says that somebody joined or left a channel. */
function isAboutSubscribers(event: ServerEvent, channelId: number): boolean {
  if (event.type !== "subscription" || event.op === "update") return false;
  if (event.op === "add" || event.op === "remove")
    return event.subscriptions.some((one) => one.stream_id === channelId);
  return event.stream_ids.includes(channelId);
}
