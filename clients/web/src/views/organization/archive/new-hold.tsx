import { type Signal, useSignal } from "@preact/signals";

import { call } from "../../../api/call.ts";
import { beginLegalHold } from "../../../api/page-operations.ts";
import { t } from "../../../texts/texts.ts";
import { ChannelChoice } from "../../forms/channel-choice.tsx";
import { Choice, Field, Form } from "../../forms/field.tsx";
import { PersonChoice } from "../../forms/person-choice.tsx";
import { Problem } from "../../forms/problem.tsx";
import { useAttempt } from "../../forms/use-attempt.ts";

/** Whose messages are to be held: of the person or of the channel, by the kind. */
interface Held {
  readonly kind: Signal<"channel" | "person">;
  readonly userId: Signal<number | null>;
  readonly channelId: Signal<number | null>;
}

interface NewHoldProps {
  /** Is called when the hold is on. */
  readonly onBegun: () => void;
}

/** Has everything of a person or a channel kept from now on. */
export function NewHold({ onBegun }: NewHoldProps) {
  const held: Held = {
    kind: useSignal("person"),
    userId: useSignal<number | null>(null),
    channelId: useSignal<number | null>(null),
  };
  const reason = useSignal("");
  const attempt = useAttempt();
  const asked = askedOf(held);
  const begin = async () => {
    if (asked === null) return;
    const wanted = { ...asked, reason: reason.peek() };
    if (!(await attempt.submit(() => call(beginLegalHold, wanted)))) return;
    held.userId.value = null;
    held.channelId.value = null;
    reason.value = "";
    onBegun();
  };
  return (
    <Form onSubmit={() => void begin()}>
      <HeldChoice held={held} />
      <Field label={t("holds.reason")} hint={t("holds.reasonHint")} value={reason} isRequired />
      <Problem text={attempt.problem.value} />
      <p class="actions">
        <button class="button" disabled={asked === null || attempt.isBusy.value}>
          {t("holds.begin")}
        </button>
      </p>
    </Form>
  );
}

/** Returns whom or what the server is asked to hold; null as long as nobody is chosen. */
function askedOf({ channelId, kind, userId }: Held) {
  if (kind.value === "person") return userId.value === null ? null : { user_id: userId.value };
  return channelId.value === null ? null : { stream_id: channelId.value };
}

function HeldChoice({ held: { channelId, kind, userId } }: { readonly held: Held }) {
  return (
    <>
      <Choice
        label={t("holds.what")}
        value={kind.value}
        options={[
          ["person", t("holds.person")],
          ["channel", t("holds.channel")],
        ]}
        onChange={(chosen) => {
          kind.value = chosen;
        }}
      />
      {kind.value === "person" ? (
        <PersonChoice label={t("holds.whose")} value={userId} />
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
    </>
  );
}
