import { type Signal, useSignal } from "@preact/signals";

import { moveLater, type Reach } from "../../actions/move-messages.ts";
import { openChannels } from "../../state/channels.ts";
import type { LoadedMessage } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { TopicField } from "../compose/topic-field.tsx";
import { narrowName } from "../conversation-name.ts";
import { Dialog } from "../shell/dialog.tsx";

interface Chosen {
  readonly channelId: Signal<number>;
  readonly topic: Signal<string>;
  readonly reach: Signal<Reach>;
  readonly tellsOld: Signal<boolean>;
  readonly tellsNew: Signal<boolean>;
}

const reaches = ["change_one", "change_later", "change_all"] as const;
const reachTexts = {
  change_one: "move.one",
  change_later: "move.later",
  change_all: "move.all",
} as const;

/** Asks where messages are to be moved: to which channel and topic, and which of the topic's go along. */
export function MoveDialog({ message }: { readonly message: LoadedMessage }) {
  const { client, dialogs, postponements } = useAppContext();
  const chosen: Chosen = {
    channelId: useSignal(message.stream_id ?? 0),
    topic: useSignal(message.subject),
    reach: useSignal<Reach>("change_later"),
    tellsOld: useSignal(false),
    tellsNew: useSignal(true),
  };
  const channelId = chosen.channelId.value;
  const topic = chosen.topic.value.trim();
  const isSame = channelId === message.stream_id && topic === message.subject;
  const move = (event: Event) => {
    event.preventDefault();
    if (isSame) return;
    dialogs.close();
    const place = narrowName(client.state.peek(), { kind: "topic", channelId, topic });
    moveLater(postponements, {
      message,
      channelId,
      topic,
      reach: chosen.reach.value,
      tellsOld: chosen.tellsOld.value,
      tellsNew: chosen.tellsNew.value,
      text: t("message.moved", { place }),
    });
  };
  return (
    <Dialog label={t("move.title")} title={t("move.title")}>
      <form onSubmit={move}>
        <Fields chosen={chosen} />
        <div class="actions">
          <button class="button" disabled={isSame}>
            {t("move.move")}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              dialogs.close();
            }}
          >
            {t("message.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Fields({ chosen }: { readonly chosen: Chosen }) {
  const channels = openChannels(useAppContext().client.state.value);
  return (
    <>
      <label class="field">
        <span>{t("move.channel")}</span>
        <select
          value={chosen.channelId.value}
          onChange={(event) => {
            chosen.channelId.value = Number(event.currentTarget.value);
          }}
        >
          {channels.map(({ name, stream_id: id }) => (
            <option key={id} value={id}>
              #{name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("compose.topic")}</span>
        <TopicField channelId={chosen.channelId.value} topic={chosen.topic} />
      </label>
      <fieldset>
        <legend>{t("move.which")}</legend>
        {reaches.map((reach) => (
          <label key={reach}>
            <input
              type="radio"
              name="reach"
              checked={chosen.reach.value === reach}
              onChange={() => {
                chosen.reach.value = reach;
              }}
            />
            {t(reachTexts[reach])}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("move.tell")}</legend>
        <Tick text={t("move.tellNew")} isOn={chosen.tellsNew} />
        <Tick text={t("move.tellOld")} isOn={chosen.tellsOld} />
      </fieldset>
    </>
  );
}

function Tick({ isOn, text }: { readonly isOn: Signal<boolean>; readonly text: string }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn.value}
        onChange={(event) => {
          isOn.value = event.currentTarget.checked;
        }}
      />
      {text}
    </label>
  );
}
