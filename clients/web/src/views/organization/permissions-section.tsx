import { permit } from "../../actions/organization.ts";
import type { Group } from "../../state/state.ts";
import { t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { GroupSettingField, settingName } from "../forms/group-setting-field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import type { SectionProps } from "./organization-page.tsx";

interface Permission {
  readonly name: string;
  readonly label: TextName;
  /** Whether guests may have it. */
  readonly isForGuests: boolean;
}

const groups: readonly (readonly [heading: TextName, permissions: readonly Permission[]])[] = [
  [
    "organization.joining",
    [
      of("can_invite_users_group", "organization.canInvite"),
      of("create_multiuse_invite_group", "organization.canInviteByLink"),
    ],
  ],
  [
    "sidebar.channels",
    [
      of("can_create_public_channel_group", "organization.canCreatePublic"),
      of("can_create_private_channel_group", "organization.canCreatePrivate"),
      of("can_add_subscribers_group", "channels.canAdd"),
      of("can_mention_many_users_group", "organization.canMentionMany"),
    ],
  ],
  [
    "organization.messages",
    [
      of("can_move_messages_between_topics_group", "channels.canMoveWithin", true),
      of("can_move_messages_between_channels_group", "organization.canMoveBetween"),
      of("can_resolve_topics_group", "channels.canResolve", true),
      of("can_delete_own_message_group", "organization.canDeleteOwn", true),
      of("can_delete_any_message_group", "channels.canDelete"),
    ],
  ],
  [
    "sidebar.direct",
    [
      of("direct_message_initiator_group", "organization.canBeginDirect", true),
      of("direct_message_permission_group", "organization.canAllowDirect", true),
    ],
  ],
  [
    "organization.others",
    [
      of("can_create_groups", "organization.canCreateGroups"),
      of("can_manage_all_groups", "organization.canManageGroups"),
      of("can_create_bots_group", "organization.canCreateBots"),
      of("can_add_custom_emoji_group", "organization.canAddEmoji"),
    ],
  ],
];

function of(name: string, label: TextName, isForGuests = false): Permission {
  return { name, label, isForGuests };
}

/** Who may do what in the organization. */
export function PermissionsSection({ isAdmin }: SectionProps) {
  return (
    <>
      {groups.map(([heading, permissions]) => (
        <section key={heading}>
          <h2>{t(heading)}</h2>
          {isAdmin ? (
            permissions.map((one) => <PermissionField key={one.name} permission={one} />)
          ) : (
            <Facts permissions={permissions} />
          )}
        </section>
      ))}
    </>
  );
}

function PermissionField({ permission }: { readonly permission: Permission }) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const { isForGuests, label, name } = permission;
  const value = client.state.value.organization.permissions[name];
  const isOffered = (group: Group) =>
    group.name !== "role:internet" && (isForGuests || group.name !== "role:everyone");
  if (value === undefined) return null;
  return (
    <>
      <GroupSettingField
        label={t(label)}
        value={value}
        isOffered={isOffered}
        onChange={(group) => void attempt.run(() => permit(client, name, group))}
      />
      <Problem text={attempt.problem.value} />
    </>
  );
}

function Facts({ permissions }: { readonly permissions: readonly Permission[] }) {
  const state = useAppContext().client.state.value;
  return (
    <dl class="facts">
      {permissions.map(({ label, name }) => {
        const value = state.organization.permissions[name];
        return (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd>{value === undefined ? "" : settingName(state, value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
