import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { fetchApiKey, regenerateOwnKey } from "../../api/operations.ts";
import { t } from "../../texts/texts.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { useDesk } from "../use-client.ts";

/** Shows one's API key to whoever knows the password, and replaces it. */
export function ApiKey() {
  const { me, people } = useDesk().client.state.value;
  const password = useSignal("");
  const key = useSignal("");
  const attempt = useAttempt();
  const show = () =>
    attempt.run(async () => {
      const username = people.get(me)?.delivery_email ?? "";
      key.value = (await call(fetchApiKey, { username, password: password.value })).api_key;
      password.value = "";
    });
  const replace = () =>
    attempt.run(async () => {
      key.value = (await call(regenerateOwnKey, {})).api_key;
    });
  return (
    <section>
      <h2>{t("key.title")}</h2>
      <p class="soft">{t("key.hint")}</p>
      <Problem text={attempt.problem.value} />
      {key.value === "" ? (
        <Form onSubmit={() => void show()}>
          <Field
            label={t("key.password")}
            value={password}
            type="password"
            autocomplete="current-password"
            isRequired
          />
          <p class="actions">
            <button>{t("key.show")}</button>
          </p>
        </Form>
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
