import { allow, groupPermissions } from "../../actions/groups.ts";
import type { Group } from "../../state/state.ts";
import { t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { GroupSettingField, settingName } from "../forms/group-setting-field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

const labels = {
  can_manage_group: "groups.canManage",
  can_add_members_group: "groups.canAdd",
  can_remove_members_group: "groups.canRemove",
  can_join_group: "groups.canJoin",
  can_leave_group: "groups.canLeave",
  can_mention_group: "groups.canMention",
} as const satisfies Record<(typeof groupPermissions)[number], TextName>;

interface GroupPermissionsProps {
  readonly group: Group;
  readonly isManager: boolean;
}

/** Says who may do what with a group, and changes it for those who manage it. */
export function GroupPermissions({ group, isManager }: GroupPermissionsProps) {
  const { client } = useAppContext();
  const state = client.state.value;
  const attempt = useAttempt();
  return (
    <section>
      <h2>{t("groups.permissions")}</h2>
      <Problem text={attempt.problem.value} />
      {isManager && !group.deactivated ? (
        groupPermissions.map((permission) => (
          <GroupSettingField
            key={permission}
            label={t(labels[permission])}
            value={group[permission]}
            onChange={(to) => void attempt.run(() => allow(client, group, { permission, to }))}
          />
        ))
      ) : (
        <dl class="facts">
          {groupPermissions.map((permission) => (
            <div key={permission}>
              <dt>{t(labels[permission])}</dt>
              <dd>{settingName(state, group[permission])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
