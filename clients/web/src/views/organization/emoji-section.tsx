import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { deactivateRealmEmoji, uploadRealmEmoji } from "../../api/page-operations.ts";
import { sendFile } from "../../api/send-file.ts";
import { mayInOrganization } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import type { SectionProps } from "./organization-page.tsx";

/** The organization's own emoji; those who may add some, and take out what they added. */
export function EmojiSection({ isAdmin }: SectionProps) {
  const state = useAppContext().client.state.value;
  const attempt = useAttempt();
  const emoji = Object.values(state.customEmoji).filter((one) => !one.deactivated);
  return (
    <>
      {mayInOrganization(state, "can_add_custom_emoji_group") ? (
        <NewEmoji />
      ) : (
        <p class="soft">{t("emoji.mayNot")}</p>
      )}
      <Problem text={attempt.problem.value} />
      {emoji.length === 0 && <p class="soft hint">{t("emoji.noneOwn")}</p>}
      <ul class="entries">
        {emoji.map(({ author_id: author, id, name, source_url: source }) => (
          <li key={id}>
            <div class="row">
              <img class="picture" src={source} alt="" />
              <span class="name">:{name}:</span>
              <span class="soft more">{state.people.get(author)?.full_name}</span>
            </div>
            {(isAdmin || author === state.me) && (
              <RemoveButton
                name={name}
                onClick={() =>
                  void attempt.run(() => call(deactivateRealmEmoji, { emoji_name: name }))
                }
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function NewEmoji() {
  const name = useSignal("");
  const attempt = useAttempt();
  const add = async (file: File) => {
    const wanted = name.value.trim().replaceAll(":", "").replaceAll(" ", "_").toLowerCase();
    if (await attempt.submit(() => sendFile(uploadRealmEmoji, file, { emoji_name: wanted })))
      name.value = "";
  };
  return (
    <section>
      <Field label={t("emoji.name")} hint={t("emoji.nameHint")} value={name} maxLength={100} />
      <label class="field">
        {t("emoji.picture")}
        <input
          type="file"
          disabled={name.value.trim() === ""}
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (file !== undefined) void add(file);
          }}
        />
      </label>
      <Problem text={attempt.problem.value} />
    </section>
  );
}
