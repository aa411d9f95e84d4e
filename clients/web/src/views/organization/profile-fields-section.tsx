import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { createProfileField, deleteProfileField } from "../../api/page-operations.ts";
import { t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Choice, Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { fieldKinds } from "../people/field-kinds.ts";
import type { SectionProps } from "./organization-page.tsx";

/** Kinds of field (docs/behaviour/organization.md#custom-profile-fields), with their texts. */
const kinds = [
  [1, "fields.shortText"],
  [fieldKinds.longText, "fields.longText"],
  [fieldKinds.choice, "fields.choice"],
  [fieldKinds.date, "fields.date"],
  [fieldKinds.link, "fields.link"],
  [fieldKinds.people, "fields.people"],
  [8, "fields.pronouns"],
] as const satisfies readonly (readonly [number, TextName])[];

function kindName(type: number): string {
  const text = kinds.find(([kind]) => kind === type)?.[1];
  return t(text ?? "fields.account");
}

/** What people may fill in beside their name. */
export function ProfileFieldsSection({ isAdmin }: SectionProps) {
  const { profileFields } = useAppContext().client.state.value;
  const attempt = useAttempt();
  return (
    <>
      <Problem text={attempt.problem.value} />
      {profileFields.length === 0 && <p class="soft hint">{t("fields.none")}</p>}
      <ul class="entries">
        {profileFields.map(({ hint, id, name, type }) => (
          <li key={id}>
            <div class="person-line">
              <div class="row">
                <span class="name">{name}</span>
                <span class="soft more">{hint}</span>
                <span class="soft end">{kindName(type)}</span>
              </div>
              {isAdmin && (
                <ConfirmButton
                  label={t("message.delete")}
                  question={t("fields.deleteQuestion")}
                  onConfirm={() =>
                    void attempt.run(() => call(deleteProfileField, { field_id: id }))
                  }
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {isAdmin && <NewField />}
    </>
  );
}

function NewField() {
  const name = useSignal("");
  const hint = useSignal("");
  const kind = useSignal<number>(1);
  const choices = useSignal("");
  const attempt = useAttempt();
  const isChoice = kind.value === fieldKinds.choice;
  const create = async () => {
    const texts = { name: name.value.trim(), hint: hint.value.trim() };
    const data = isChoice ? { field_data: choicesIn(choices.value) } : {};
    const asked = { ...texts, field_type: kind.value, ...data };
    if (!(await attempt.submit(() => call(createProfileField, asked)))) return;
    for (const text of [name, hint, choices]) text.value = "";
  };
  return (
    <section>
      <h2>{t("fields.new")}</h2>
      <Form onSubmit={() => void create()}>
        <Field label={t("groups.name")} value={name} maxLength={40} isRequired />
        <Field label={t("fields.hint")} value={hint} maxLength={80} />
        <Choice
          label={t("fields.kind")}
          value={kind.value}
          options={kinds.map(([one, label]) => [one, t(label)])}
          onChange={(one) => {
            kind.value = one;
          }}
        />
        {isChoice && <Field label={t("fields.choices")} value={choices} isLong isRequired />}
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("fields.create")}</button>
        </p>
      </Form>
    </section>
  );
}

/** Makes choices out of lines, in their order. */
function choicesIn(lines: string): Readonly<Record<string, { text: string; order: string }>> {
  const texts = lines.split("\n").map((line) => line.trim());
  const given = texts.filter((text) => text !== "");
  return Object.fromEntries(given.map((text, at) => [String(at), { text, order: String(at + 1) }]));
}
