import { changeMembers, changeSubgroups } from "../../actions/groups.ts";
import { isAllowed, mayManage, ownGroups } from "../../state/people.ts";
import type { Group } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice } from "../forms/field.tsx";
import { groupName } from "../forms/group-setting-field.tsx";
import { PersonSearch } from "../forms/person-search.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { type Attempt, useAttempt } from "../forms/use-attempt.ts";
import { Availability } from "../shell/availability.tsx";
import { Avatar } from "../shell/avatar.tsx";

/** Lists who is in a group, and changes that for those who may. */
export function GroupMembers({ group }: { readonly group: Group }) {
  const { client } = useAppContext();
  const state = client.state.value;
  const attempt = useAttempt();
  const { deactivated, id, is_system_group: isSystem } = group;
  const isManager = mayManage(state, group);
  const isOpen = !deactivated && !isSystem;
  const mayAdd = isOpen && (isManager || isAllowed(state, group.can_add_members_group));
  const mayRemove = isOpen && (isManager || isAllowed(state, group.can_remove_members_group));
  return (
    <section>
      <h2>{t("groups.members")}</h2>
      <Problem text={attempt.problem.value} />
      <Subgroups {...{ group, attempt, mayAdd, mayRemove }} />
      {group.members.length === 0 && group.direct_subgroup_ids.length === 0 && (
        <p class="soft hint">{t("groups.empty")}</p>
      )}
      <ul class="entries">
        {group.members.map((userId) => (
          <li key={userId}>
            <a class="row" href={`#user/${String(userId)}`}>
              <Avatar userId={userId} />
              <span class="name">{state.people.get(userId)?.full_name ?? "?"}</span>
              <Availability userId={userId} />
            </a>
            {mayRemove && (
              <RemoveButton
                name={state.people.get(userId)?.full_name ?? "?"}
                onClick={() =>
                  void attempt.run(() => changeMembers(client, id, { op: "remove", ids: [userId] }))
                }
              />
            )}
          </li>
        ))}
      </ul>
      {mayAdd && (
        <PersonSearch
          label={t("groups.addPerson")}
          without={new Set(group.members)}
          onChoose={(userId) =>
            void attempt.run(() => changeMembers(client, id, { op: "add", ids: [userId] }))
          }
        />
      )}
    </section>
  );
}

interface SubgroupsProps {
  readonly group: Group;
  readonly attempt: Attempt;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
}

function Subgroups({ attempt, group, mayAdd, mayRemove }: SubgroupsProps) {
  const state = useAppContext().client.state.value;
  const { direct_subgroup_ids: subgroups, id } = group;
  const others = ownGroups(state).filter((one) => one.id !== id && !subgroups.includes(one.id));
  const change = (op: "add" | "remove", groupId: number) =>
    void attempt.run(() => changeSubgroups(id, { op, ids: [groupId] }));
  return (
    <>
      <ul class="entries">
        {subgroups.map((groupId) => {
          const subgroup = state.groups.get(groupId);
          const name = subgroup === undefined ? "?" : groupName(subgroup);
          return (
            <li key={groupId}>
              <a class="row" href={`#groups/${String(groupId)}`}>
                <span class="name">{name}</span>
              </a>
              {mayRemove && (
                <RemoveButton
                  name={name}
                  onClick={() => {
                    change("remove", groupId);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {mayAdd && others.length > 0 && (
        <Choice
          label={t("groups.addGroup")}
          value={0}
          options={[
            [0, t("groups.choose")],
            ...others.map((one) => [one.id, groupName(one)] as const),
          ]}
          onChange={(groupId) => {
            if (groupId !== 0) change("add", groupId);
          }}
        />
      )}
    </>
  );
}
