import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { addLinkifier, listLinkifiers, removeLinkifier } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import type { SectionProps } from "./organization-page.tsx";

/** Patterns in messages that become links, such as numbers of issues. */
export function LinkifiersSection({ isAdmin }: SectionProps) {
  const attempt = useAttempt();
  const loaded = useLoaded(list, ({ type }) => type === "realm_linkifiers");
  return (
    <Loading of={loaded}>
      {(linkifiers) => (
        <>
          <Problem text={attempt.problem.value} />
          {linkifiers.length === 0 && <p class="soft hint">{t("linkifiers.none")}</p>}
          <ul class="entries">
            {linkifiers.map(({ id, pattern, url_template: template }) => (
              <li key={id}>
                <div class="person-line">
                  <code>{pattern}</code>
                  <span class="soft">→</span>
                  <code>{template}</code>
                </div>
                {isAdmin && (
                  <RemoveButton
                    name={pattern}
                    onClick={() => void attempt.run(() => call(removeLinkifier, { filter_id: id }))}
                  />
                )}
              </li>
            ))}
          </ul>
          {isAdmin && <NewLinkifier />}
        </>
      )}
    </Loading>
  );
}

async function list() {
  return (await call(listLinkifiers, {})).linkifiers;
}

function NewLinkifier() {
  const pattern = useSignal("");
  const template = useSignal("");
  const attempt = useAttempt();
  const add = async () => {
    const asked = { pattern: pattern.value.trim(), url_template: template.value.trim() };
    if (!(await attempt.submit(() => call(addLinkifier, asked)))) return;
    pattern.value = "";
    template.value = "";
  };
  return (
    <section>
      <h2>{t("linkifiers.new")}</h2>
      <Form onSubmit={() => void add()}>
        <Field
          label={t("linkifiers.pattern")}
          hint={t("linkifiers.patternHint")}
          value={pattern}
          isRequired
        />
        <Field
          label={t("linkifiers.template")}
          hint={t("linkifiers.templateHint")}
          value={template}
          isRequired
        />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("linkifiers.add")}</button>
        </p>
      </Form>
    </section>
  );
}
