import { useSignal } from "@preact/signals";

import { describeGroup } from "../../actions/groups.ts";
import type { Group } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { maxNameLength } from "./limits.ts";

/** Changes what a group is called, and what it is for. */
export function GroupForm({ group }: { readonly group: Group }) {
  const { client } = useAppContext();
  const name = useSignal(group.name);
  const description = useSignal(group.description);
  const attempt = useAttempt();
  const save = () => {
    const to = { name: name.value.trim(), description: description.value.trim() };
    void attempt.run(() => describeGroup(client, group, to));
  };
  const isChanged = name.value !== group.name || description.value !== group.description;
  return (
    <Form onSubmit={save}>
      <Field label={t("groups.name")} value={name} maxLength={maxNameLength} isRequired />
      <Field label={t("groups.description")} value={description} isLong />
      <Problem text={attempt.problem.value} />
      {isChanged && (
        <p class="actions">
          <button class="button">{t("message.save")}</button>
        </p>
      )}
    </Form>
  );
}
