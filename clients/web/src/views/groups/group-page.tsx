import { changeMembers, setDeactivated } from "../../actions/groups.ts";
import { isAllowed, mayManage, membersOf } from "../../state/people.ts";
import type { Group } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { groupName } from "../forms/group-setting-field.tsx";
import { Problem } from "../forms/problem.tsx";
import { type Attempt, useAttempt } from "../forms/use-attempt.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import { GroupForm } from "./group-form.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupPermissions } from "./group-permissions.tsx";

/** Shows a group, who is in it, and what one may do with it. */
export function GroupPage({ groupId }: { readonly groupId: number }) {
  const state = useAppContext().client.state.value;
  const group = state.groups.get(groupId);
  if (group === undefined)
    return (
      <PageFrame title={t("groups.title")}>
        <p class="blank">{t("groups.unknown")}</p>
      </PageFrame>
    );
  const isManager = mayManage(state, group);
  const all = <a href="#groups/all">{t("groups.all")}</a>;
  return (
    <PageFrame title={groupName(group)} beside={all}>
      {isManager ? <GroupForm group={group} /> : <p>{group.description}</p>}
      {group.deactivated && <p class="soft">{t("groups.deactivated")}</p>}
      <Actions group={group} isManager={isManager} />
      <GroupMembers group={group} />
      {!group.is_system_group && <GroupPermissions group={group} isManager={isManager} />}
    </PageFrame>
  );
}

interface ActionsProps {
  readonly group: Group;
  readonly isManager: boolean;
}

function Actions({ group, isManager }: ActionsProps) {
  const attempt = useAttempt();
  if (group.is_system_group) return null;
  return (
    <>
      <p class="actions">
        {!group.deactivated && <OwnMembership {...{ group, isManager, attempt }} />}
        {isManager && <Lifetime group={group} attempt={attempt} />}
      </p>
      <Problem text={attempt.problem.value} />
    </>
  );
}

/** Joins or leaves, where one may. */
function OwnMembership(props: ActionsProps & { readonly attempt: Attempt }) {
  const { attempt, group, isManager } = props;
  const { client } = useAppContext();
  const state = client.state.value;
  const isMember = group.members.includes(state.me);
  const [own, others] = isMember
    ? [group.can_leave_group, group.can_remove_members_group]
    : [group.can_join_group, group.can_add_members_group];
  if (!isManager && !isAllowed(state, own) && !isAllowed(state, others)) return null;
  const op = isMember ? "remove" : "add";
  const change = () => attempt.run(() => changeMembers(client, group.id, { op, ids: [state.me] }));
  return (
    <button onClick={() => void change()}>{t(isMember ? "groups.leave" : "groups.join")}</button>
  );
}

function Lifetime({ attempt, group }: { readonly attempt: Attempt; readonly group: Group }) {
  const state = useAppContext().client.state.value;
  const set = (isDeactivated: boolean) => {
    void attempt.run(() => setDeactivated(group.id, isDeactivated));
  };
  if (group.deactivated)
    return (
      <button
        onClick={() => {
          set(false);
        }}
      >
        {t("groups.reactivate")}
      </button>
    );
  return (
    <ConfirmButton
      label={t("groups.deactivate")}
      question={t("groups.deactivateQuestion", { n: membersOf(state.groups, group.id).size })}
      onConfirm={() => {
        set(true);
      }}
    />
  );
}
