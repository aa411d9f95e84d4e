import { useSignal } from "@preact/signals";

import { changeAtOnce } from "../../actions/change-at-once.ts";
import { call } from "../../api/call.ts";
import { updateOwnStatus } from "../../api/page-operations.ts";
import type { Client } from "../../live/client.ts";
import type { ServerEvent, Status } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { loadEmoji } from "../compose/load-emoji.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

const maxLength = 60;

/** What people often show; the emoji by its name. */
const presets = [
  ["calendar", "status.meeting"],
  ["house", "status.home"],
  ["bus", "status.commuting"],
  ["hammer_and_wrench", "status.focusing"],
  ["thermometer", "status.ill"],
  ["palm_tree", "status.vacation"],
] as const;

/** Sets what one shows beside the name, or clears it. */
export function StatusForm() {
  const { client } = useAppContext();
  const { me, statuses } = client.state.value;
  const current = statuses.get(me);
  const text = useSignal(current?.status_text ?? "");
  const emoji = useSignal(current?.emoji_name ?? "");
  const attempt = useAttempt();
  const save = (name: string, words: string) => {
    text.value = words;
    emoji.value = name;
    void attempt.run(() => setStatus(client, name, words.trim()));
  };
  return (
    <section>
      <h2>{t("status.title")}</h2>
      <Form
        onSubmit={() => {
          save(emoji.value, text.value);
        }}
      >
        <Field label={t("status.text")} value={text} maxLength={maxLength} />
        <Field label={t("status.emoji")} value={emoji} hint={t("status.emojiHint")} />
        <Presets onChoose={save} />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("message.save")}</button>
          {current !== undefined && (
            <button
              type="button"
              onClick={() => {
                save("", "");
              }}
            >
              {t("status.clear")}
            </button>
          )}
        </p>
      </Form>
    </section>
  );
}

function Presets({ onChoose }: { readonly onChoose: (emoji: string, text: string) => void }) {
  return (
    <p class="presets">
      {presets.map(([name, label]) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            onChoose(name, t(label));
          }}
        >
          {t(label)}
        </button>
      ))}
    </p>
  );
}

async function setStatus(client: Client, emojiName: string, text: string): Promise<void> {
  const { me, statuses } = client.state.peek();
  const name = emojiName.trim().replaceAll(":", "");
  const given = { status_text: text, emoji_name: name };
  const code = (await loadEmoji()).find(([one]) => one === name)?.[1];
  const now =
    code === undefined
      ? { status_text: text, ...(name === "" ? { emoji_name: "" } : {}) }
      : { ...given, emoji_code: codeOf(code), reaction_type: "unicode_emoji" };
  const change = { now: statusEvent(me, now), back: statusEvent(me, whole(statuses.get(me))) };
  await changeAtOnce(client, change, () => call(updateOwnStatus, given));
}

function whole(status: Status | undefined): Status {
  return { status_text: "", emoji_name: "", ...status };
}

function codeOf(character: string): string {
  return [...character].map((one) => one.codePointAt(0)?.toString(16).padStart(4, "0")).join("-");
}

function statusEvent(userId: number, status: Status): ServerEvent {
  return { type: "user_status", user_id: userId, ...status };
}
