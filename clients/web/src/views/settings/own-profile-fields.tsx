import { useSignal } from "@preact/signals";
import type { ProfileFieldObject, UserObject } from "@team-chat/contract";

import { call } from "../../api/call.ts";
import { updateProfileData } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Field, Form } from "../forms/field.tsx";
import { PeopleChoice } from "../forms/people-choice.tsx";
import { Problem } from "../forms/problem.tsx";
import { type Attempt, useAttempt } from "../forms/use-attempt.ts";
import { choicesOf, fieldKinds, peopleIn } from "../people/field-kinds.ts";

/** Fills in the organization's own profile fields, as far as people may themselves. */
export function OwnProfileFields({ person }: { readonly person: UserObject }) {
  const { profileFields } = useAppContext().client.state.value;
  return (
    <section>
      {profileFields
        .filter((field) => field.editable_by_user)
        .map((field) => (
          <OwnField
            key={field.id}
            field={field}
            value={person.profile_data?.[String(field.id)]?.value ?? ""}
          />
        ))}
    </section>
  );
}

interface OwnFieldProps {
  readonly field: ProfileFieldObject;
  readonly value: string;
}

function OwnField({ field, value }: OwnFieldProps) {
  const attempt = useAttempt();
  const save = (given: number[] | string) =>
    void attempt.run(() => call(updateProfileData, { data: [{ id: field.id, value: given }] }));
  const props = { field, value, attempt, save };
  return (
    <>
      {field.type === fieldKinds.choice && <ChoiceField {...props} />}
      {field.type === fieldKinds.people && <PeopleField {...props} />}
      {field.type !== fieldKinds.choice && field.type !== fieldKinds.people && (
        <TextField {...props} />
      )}
      <Problem text={attempt.problem.value} />
    </>
  );
}

interface EditProps extends OwnFieldProps {
  readonly attempt: Attempt;
  readonly save: (value: number[] | string) => void;
}

function ChoiceField({ field, save, value }: EditProps) {
  return (
    <Choice
      label={field.name}
      value={value}
      options={[["", t("profile.nothing")], ...choicesOf(field)]}
      onChange={save}
    />
  );
}

function PeopleField({ field, save, value }: EditProps) {
  return <PeopleChoice label={field.name} ids={peopleIn(value)} onChange={save} />;
}

function TextField({ field, save, value }: EditProps) {
  const text = useSignal(value);
  const type = { [fieldKinds.date]: "date", [fieldKinds.link]: "url" } as const;
  return (
    <Form
      onSubmit={() => {
        save(text.value.trim());
      }}
    >
      <Field
        label={field.name}
        hint={field.hint}
        value={text}
        type={type[field.type as keyof typeof type] ?? "text"}
        isLong={field.type === fieldKinds.longText}
        isRequired={field.required}
      />
      {text.value.trim() !== value && (
        <p class="actions">
          <button class="button">{t("message.save")}</button>
        </p>
      )}
    </Form>
  );
}
