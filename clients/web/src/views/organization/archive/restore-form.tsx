import { type Signal, useSignal } from "@preact/signals";

import type { Given } from "../../../api/address.ts";
import { call } from "../../../api/call.ts";
import { restoreMessages } from "../../../api/page-operations.ts";
import { t } from "../../../texts/texts.ts";
import { ChannelChoice } from "../../forms/channel-choice.tsx";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Choice, Field, Form } from "../../forms/field.tsx";
import { Problem } from "../../forms/problem.tsx";
import { useAttempt } from "../../forms/use-attempt.ts";
import { Restored, type Restoration } from "./restored.tsx";

/** What is to come back. */
type Kind = "channel" | "message" | "topic";

interface Wanted {
  readonly kind: Signal<Kind>;
  readonly message: Signal<string>;
  readonly channelId: Signal<number | null>;
  readonly topic: Signal<string>;
}

interface RestoreFormProps {
  /** Is called when anything came back. */
  readonly onRestored: () => void;
}

/** Brings back one message, or all that is left of a topic or channel, whenever it was deleted. */
export function RestoreForm({ onRestored }: RestoreFormProps) {
  const wanted: Wanted = {
    kind: useSignal<Kind>("message"),
    message: useSignal(""),
    channelId: useSignal<number | null>(null),
    topic: useSignal(""),
  };
  const attempt = useAttempt();
  const restored = useSignal<Restoration | null>(null);
  const asked = askedOf(wanted);
  const restore = async () => {
    restored.value = null;
    const isDone = await attempt.submit(async () => {
      restored.value = await call(restoreMessages, asked ?? {});
    });
    if (isDone) onRestored();
  };
  const isUnsure = asked === null || attempt.isBusy.value;
  return (
    <section>
      <h2>{t("deletions.other")}</h2>
      <Form
        onSubmit={() => {
          if (!isUnsure && wanted.kind.peek() !== "channel") void restore();
        }}
      >
        <What wanted={wanted} />
        <p class="actions">
          {wanted.kind.value === "channel" && !isUnsure ? (
            <ConfirmButton
              label={t("deletions.restore")}
              question={t("deletions.channelQuestion")}
              onConfirm={() => void restore()}
            />
          ) : (
            <button disabled={isUnsure}>{t("deletions.restore")}</button>
          )}
        </p>
        <Restored restoration={restored.value} />
        <Problem text={attempt.problem.value} />
      </Form>
    </section>
  );
}

/** Returns what the server is asked for; null as long as something is missing. */
function askedOf(wanted: Wanted): Given<typeof restoreMessages.operation> | null {
  if (wanted.kind.value === "message") {
    // A link to a message ends with its number.
    const id = /(\d{1,15})\/?$/.exec(wanted.message.value.trim())?.[1];
    return id === undefined ? null : { message_id: Number(id) };
  }
  const stream_id = wanted.channelId.value;
  if (stream_id === null) return null;
  if (wanted.kind.value === "channel") return { stream_id };
  return { stream_id, topic: wanted.topic.value.trim() };
}

function What({ wanted: { channelId, kind, message, topic } }: { readonly wanted: Wanted }) {
  return (
    <>
      <Choice
        label={t("deletions.what")}
        value={kind.value}
        options={[
          ["message", t("deletions.oneMessage")],
          ["topic", t("deletions.wholeTopic")],
          ["channel", t("deletions.wholeChannel")],
        ]}
        onChange={(chosen) => {
          kind.value = chosen;
        }}
      />
      {kind.value === "message" ? (
        <Field
          label={t("deletions.number")}
          hint={t("deletions.numberHint")}
          value={message}
          isRequired
        />
      ) : (
        <ChannelChoice
          label={t("deletions.channel")}
          value={channelId.value}
          none={t("groups.choose")}
          onChange={(id) => {
            channelId.value = id;
          }}
        />
      )}
      {kind.value === "topic" && (
        <Field label={t("deletions.topic")} hint={t("deletions.topicHint")} value={topic} />
      )}
    </>
  );
}
