import { type Signal, useSignal } from "@preact/signals";

import { call, Refusal } from "../../api/call.ts";
import { fetchApiKey, regenerateOwnKey } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { type Attempt, useAttempt } from "../forms/use-attempt.ts";

/** Shows one's API key to whoever knows the password, and replaces it. */
export function ApiKey() {
  const key = useSignal("");
  const attempt = useAttempt();
  const replace = () =>
    attempt.submit(async () => {
      key.value = (await call(regenerateOwnKey, {})).api_key;
    });
  return (
    <section>
      <h2>{t("key.title")}</h2>
      <p class="soft">{t("key.hint")}</p>
      <Problem text={attempt.problem.value} />
      {key.value === "" ? (
        <KeyForm attempt={attempt} shown={key} />
      ) : (
        <>
          <p class="key">{key.value}</p>
          <ConfirmButton
            label={t("key.replace")}
            question={t("key.replaceQuestion")}
            onConfirm={() => void replace()}
          />
        </>
      )}
    </section>
  );
}

interface KeyFormProps {
  readonly attempt: Attempt;
  /** Receives the key. */
  readonly shown: Signal<string>;
}

/** Asks for the password, and people with a second factor for its code. */
function KeyForm({ attempt, shown }: KeyFormProps) {
  const { me, people } = useAppContext().client.state.value;
  const password = useSignal("");
  const code = useSignal("");
  const needsCode = useSignal(false);
  const show = () =>
    attempt.submit(async () => {
      const username = people.get(me)?.delivery_email ?? "";
      const given = { username, password: password.value, second_factor: code.value };
      try {
        shown.value = (await call(fetchApiKey, given)).api_key;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "SECOND_FACTOR_REQUIRED") throw error;
        needsCode.value = true;
      } finally {
        code.value = "";
      }
    });
  return (
    <Form onSubmit={() => void show()}>
      <Field
        label={t("key.password")}
        value={password}
        type="password"
        autocomplete="current-password"
        isRequired
      />
      {needsCode.value && (
        <Field label={t("key.code")} value={code} autocomplete="one-time-code" isRequired />
      )}
      <p class="actions">
        <button>{t("key.show")}</button>
      </p>
    </Form>
  );
}
