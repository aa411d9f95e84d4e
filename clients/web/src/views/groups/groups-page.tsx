import { mayInOrganization, membersOf, ownGroups } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import type { PageProps } from "../pages/page.tsx";
import { GroupPage } from "./group-page.tsx";
import { NewGroup } from "./new-group.tsx";

/** Shows all groups, or the one that the address names. */
export function GroupsPage({ path: [first = "all"] }: PageProps) {
  const state = useAppContext().client.state.value;
  if (first === "new") return <NewGroup />;
  if (/^\d+$/.test(first)) return <GroupPage key={first} groupId={Number(first)} />;
  const groups = ownGroups(state).filter(
    ({ id }) => first !== "your" || membersOf(state.groups, id).has(state.me),
  );
  const mayCreate = mayInOrganization(state, "can_create_groups");
  return (
    <PageFrame
      title={t("groups.title")}
      beside={mayCreate ? <a href="#groups/new">{t("groups.new")}</a> : undefined}
    >
      {groups.length === 0 && <p class="soft hint">{t("groups.none")}</p>}
      <ul class="entries">
        {groups.map(({ description, id, name }) => (
          <li key={id}>
            <a class="row" href={`#groups/${String(id)}`}>
              <span class="name">@{name}</span>
              <span class="soft more">{description}</span>
              <span class="soft end">
                {t("groups.count", { n: membersOf(state.groups, id).size })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
