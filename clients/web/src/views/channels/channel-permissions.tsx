import { changeChannel } from "../../actions/channels.ts";
import type { Channel, Group } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { GroupSettingField, settingName } from "../forms/group-setting-field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

/** Permissions of a channel, in the order in which they are shown, with their texts. */
const permissions = [
  ["can_send_message_group", "channels.canSend"],
  ["can_create_topic_group", "channels.canCreateTopics"],
  ["can_resolve_topics_group", "channels.canResolve"],
  ["can_move_messages_within_channel_group", "channels.canMoveWithin"],
  ["can_delete_any_message_group", "channels.canDelete"],
  ["can_subscribe_group", "channels.canSubscribe"],
  ["can_add_subscribers_group", "channels.canAdd"],
  ["can_remove_subscribers_group", "channels.canRemove"],
  ["can_administer_channel_group", "channels.canAdminister"],
] as const;
type Permission = (typeof permissions)[number][0];

/** Those that guests never have (docs/behaviour/channels.md#permissions-of-a-channel). */
const withoutGuests: readonly Permission[] = ["can_subscribe_group", "can_add_subscribers_group"];

interface ChannelPermissionsProps {
  readonly channel: Channel;
  readonly isManager: boolean;
}

/** Shows who may do what in a channel; whoever administers it changes that. */
export function ChannelPermissions({ channel, isManager }: ChannelPermissionsProps) {
  const { client } = useAppContext();
  const state = client.state.value;
  const attempt = useAttempt();
  const allow = (permission: Permission, group: number) => {
    const change = { shown: { [permission]: group }, asked: { [permission]: { new: group } } };
    void attempt.run(() => changeChannel(client, channel, change));
  };
  return (
    <section>
      <h2>{t("groups.permissions")}</h2>
      <Problem text={attempt.problem.value} />
      {isManager ? (
        permissions.map(([permission, label]) => (
          <GroupSettingField
            key={permission}
            label={t(label)}
            value={channel[permission]}
            isOffered={(group) => isOffered(permission, group)}
            onChange={(group) => {
              allow(permission, group);
            }}
          />
        ))
      ) : (
        <dl class="facts">
          {permissions.map(([permission, label]) => (
            <div key={permission}>
              <dt>{t(label)}</dt>
              <dd>{settingName(state, channel[permission])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function isOffered(permission: Permission, { name }: Group): boolean {
  if (name === "role:internet") return false;
  return name !== "role:everyone" || !withoutGuests.includes(permission);
}
