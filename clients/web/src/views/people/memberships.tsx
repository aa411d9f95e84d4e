import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { call, Refusal } from "../../api/call.ts";
import { getUserChannels } from "../../api/page-operations.ts";
import { addressOf } from "../../narrow/address.ts";
import { membersOf, ownGroups } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";

/** Lists the groups that somebody is in; nothing when there are none. */
export function GroupsOf({ userId }: { readonly userId: number }) {
  const state = useAppContext().client.state.value;
  const groups = ownGroups(state).filter(({ id }) => membersOf(state.groups, id).has(userId));
  if (groups.length === 0) return null;
  return (
    <div>
      <dt>{t("groups.title")}</dt>
      <dd class="tags">
        {groups.map(({ id, name }) => (
          <a key={id} href={`#groups/${String(id)}`}>
            @{name}
          </a>
        ))}
      </dd>
    </div>
  );
}

/** Lists the channels that one shares with somebody; nothing of oneself, and while they cannot be loaded. */
export function CommonChannels({ userId }: { readonly userId: number }) {
  const state = useAppContext().client.state.value;
  const ids = useMemo(() => signal<readonly number[]>([]), [userId]);
  useEffect(() => {
    void load(userId).then((loaded) => {
      ids.value = loaded;
    });
  }, [userId, ids]);
  const common = ids.value.flatMap((id) => {
    const channel = state.channels.get(id);
    return channel?.isSubscribed === true ? [channel] : [];
  });
  if (userId === state.me || common.length === 0) return null;
  return (
    <div>
      <dt>{t("person.commonChannels")}</dt>
      <dd class="tags">
        {common.map(({ name, stream_id: channelId }) => (
          <a key={channelId} href={addressOf({ kind: "channel", channelId }, state)}>
            #{name}
          </a>
        ))}
      </dd>
    </div>
  );
}

async function load(userId: number): Promise<readonly number[]> {
  try {
    return (await call(getUserChannels, { user_id: userId })).subscribed_channel_ids;
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
