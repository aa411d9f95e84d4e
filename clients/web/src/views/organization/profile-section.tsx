import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { deleteRealmIcon, updateRealm, uploadRealmIcon } from "../../api/page-operations.ts";
import { sendFile } from "../../api/send-file.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field, Form } from "../forms/field.tsx";
import { PictureField } from "../forms/picture-field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { OrganizationIcon } from "../shell/organization-icon.tsx";
import type { SectionProps } from "./organization-page.tsx";

/** What the organization is called, and what it is about. */
export function ProfileSection({ isAdmin }: SectionProps) {
  const { organization } = useAppContext().client.state.value;
  const { description: given } = organization.settings;
  const description = typeof given === "string" ? given : "";
  if (!isAdmin)
    return (
      <>
        <OrganizationIcon />
        <dl class="facts">
          <div>
            <dt>{t("groups.name")}</dt>
            <dd>{organization.name}</dd>
          </div>
          <div>
            <dt>{t("organization.about")}</dt>
            <dd>{description}</dd>
          </div>
        </dl>
      </>
    );
  return (
    <>
      <section class="person-head">
        <OrganizationIcon />
        <PictureField
          onChoose={(file) => sendFile(uploadRealmIcon, file)}
          onRemove={() => call(deleteRealmIcon, {})}
        />
      </section>
      <ProfileForm name={organization.name} description={description} />
    </>
  );
}

interface ProfileFormProps {
  readonly name: string;
  readonly description: string;
}

/** Longest texts, in characters (docs/behaviour/organization.md#settings). */
const maxLength = { name: 40, description: 1000 };

function ProfileForm(before: ProfileFormProps) {
  const name = useSignal(before.name);
  const description = useSignal(before.description);
  const attempt = useAttempt();
  const save = () => {
    const asked = { name: name.value.trim(), description: description.value.trim() };
    void attempt.run(() => call(updateRealm, asked));
  };
  const isChanged =
    name.value.trim() !== before.name || description.value.trim() !== before.description;
  return (
    <Form onSubmit={save}>
      <Field label={t("groups.name")} value={name} maxLength={maxLength.name} isRequired />
      <Field
        label={t("organization.about")}
        hint={t("organization.aboutHint")}
        value={description}
        maxLength={maxLength.description}
        isLong
      />
      <Problem text={attempt.problem.value} />
      {isChanged && (
        <p class="actions">
          <button class="button">{t("message.save")}</button>
        </p>
      )}
    </Form>
  );
}
