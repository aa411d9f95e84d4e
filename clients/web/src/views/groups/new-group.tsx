import { useSignal } from "@preact/signals";

import { createGroup } from "../../actions/groups.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { PageFrame } from "../pages/page-frame.tsx";
import { maxNameLength } from "./limits.ts";

/** Makes a group. */
export function NewGroup() {
  const { client } = useAppContext();
  const name = useSignal("");
  const description = useSignal("");
  const attempt = useAttempt();
  const create = () =>
    attempt.submit(async () => {
      const given = { name: name.value.trim(), description: description.value.trim() };
      location.hash = `groups/${String(await createGroup(client, given))}`;
    });
  return (
    <PageFrame title={t("groups.new")}>
      <Form onSubmit={() => void create()}>
        <Field label={t("groups.name")} value={name} maxLength={maxNameLength} isRequired />
        <Field label={t("groups.description")} value={description} isLong />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("groups.create")}</button>
          <a href="#groups/all">{t("message.cancel")}</a>
        </p>
      </Form>
    </PageFrame>
  );
}
