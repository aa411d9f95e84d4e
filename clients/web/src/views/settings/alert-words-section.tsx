import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { addAlertWords, listAlertWords, removeAlertWords } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

/** Words of which one is told as of mentions. */
export function AlertWordsSection() {
  const word = useSignal("");
  const attempt = useAttempt();
  const loaded = useLoaded(
    async () => (await call(listAlertWords, {})).alert_words,
    ({ type }) => type === "alert_words",
  );
  const add = async () => {
    const alert_words = [word.value.trim()];
    if (await attempt.submit(() => call(addAlertWords, { alert_words }))) word.value = "";
  };
  return (
    <>
      <p class="soft">{t("alertWords.hint")}</p>
      <Form onSubmit={() => void add()}>
        <Field label={t("alertWords.word")} value={word} maxLength={100} isRequired />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("alertWords.add")}</button>
        </p>
      </Form>
      <Loading of={loaded}>
        {(words) => (
          <>
            {words.length === 0 && <p class="soft hint">{t("alertWords.none")}</p>}
            <ul class="entries">
              {words.map((one) => (
                <li key={one}>
                  <span class="row">{one}</span>
                  <RemoveButton
                    name={one}
                    onClick={() =>
                      void attempt.run(() => call(removeAlertWords, { alert_words: [one] }))
                    }
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </>
  );
}
