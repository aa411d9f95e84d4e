import "./bots.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { type Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { listDeliveries, redeliver } from "../../api/page-operations.ts";
import type { TextName } from "../../texts/forms.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { Toggle } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

type Page = Answer<typeof listDeliveries.operation>;
type Delivery = Page["deliveries"][number];

const pageSize = 20;

const states: Readonly<Record<Delivery["state"], TextName>> = {
  pending: "deliveries.pending",
  replying: "deliveries.replying",
  done: "deliveries.done",
  failed: "deliveries.failed",
};

const triggers: Readonly<Record<Delivery["trigger"], TextName>> = {
  mention: "deliveries.mention",
  direct_message: "deliveries.direct",
};

/**
 * What became of the messages that an outgoing webhook was told about, the newest first. No event tells of deliveries,
 * so they are as they were when last asked for.
 */
export function Deliveries({ botId }: { readonly botId: number }) {
  const { again, attempt, goOn, look, onlyFailed, page } = useDeliveries(botId);
  const { deliveries = [], found_oldest: isAll = true } = page.value ?? {};
  const last = deliveries.at(-1);
  return (
    <div class="deliveries">
      <Toggle
        label={t("deliveries.onlyFailed")}
        isOn={onlyFailed.value}
        onChange={(isOn) => {
          onlyFailed.value = isOn;
          void attempt.run(look);
        }}
      />
      <Problem text={attempt.problem.value} />
      {page.value !== null && deliveries.length === 0 && (
        <p class="soft hint">{t("deliveries.none")}</p>
      )}
      <ul>
        {deliveries.map((one) => (
          <Entry
            key={one.id}
            delivery={one}
            onAgain={() => void attempt.submit(() => again(one.id))}
          />
        ))}
      </ul>
      <p class="actions">
        <button onClick={() => void attempt.run(look)}>{t("deliveries.refresh")}</button>
        {!isAll && last !== undefined && (
          <button onClick={() => void attempt.submit(() => goOn(last.id))}>
            {t("deliveries.older")}
          </button>
        )}
      </p>
    </div>
  );
}

/** Asks for the deliveries of a bot, and keeps those that are shown. */
function useDeliveries(botId: number) {
  const page = useSignal<Page | null>(null);
  const onlyFailed = useSignal(false);
  const attempt = useAttempt();
  const ask = async (before?: number) => {
    const state = onlyFailed.value ? { state: "failed" as const } : {};
    const older = before === undefined ? {} : { before };
    return await call(listDeliveries, { bot_id: botId, limit: pageSize, ...state, ...older });
  };
  const look = async (): Promise<void> => {
    const isFiltered = onlyFailed.value;
    const found = await ask();
    // Somebody may have changed meanwhile what is to be shown.
    if (isFiltered !== onlyFailed.value) return await look();
    page.value = found;
  };
  const goOn = async (before: number) => {
    const isFiltered = onlyFailed.value;
    const older = await ask(before);
    if (isFiltered !== onlyFailed.value) return await look();
    const shown = page.value?.deliveries ?? [];
    page.value = { ...older, deliveries: [...shown, ...older.deliveries] };
  };
  const again = async (id: number) => {
    await call(redeliver, { bot_id: botId, delivery_id: id });
    await look();
  };
  useEffect(() => void attempt.run(look), []);
  return { page, onlyFailed, attempt, look, goOn, again };
}

interface EntryProps {
  readonly delivery: Delivery;
  readonly onAgain: () => void;
}

function Entry({ delivery, onAgain }: EntryProps) {
  const { attempts, created_at: createdAt, error, finished_at: finishedAt, state } = delivery;
  const { message_id: messageId, next_attempt_at: next, response_status: status } = delivery;
  const facts = [
    t("deliveries.tries", { n: attempts }),
    ...(status === null ? [] : [t("deliveries.status", { status })]),
    ...(next === null || attempts === 0 ? [] : [t("deliveries.next", { when: momentOf(next) })]),
  ];
  return (
    <li>
      <p>
        <span class={state === "failed" ? "badge problem" : "badge"}>{t(states[state])}</span>{" "}
        <a href={`#narrow/id/${String(messageId)}`}>{t(triggers[delivery.trigger])}</a>
        <span class="soft"> · {momentOf(createdAt)}</span>
      </p>
      <p class="soft">{facts.join(" · ")}</p>
      {error !== null && <p class="why">{error}</p>}
      {finishedAt !== null && <button onClick={onAgain}>{t("deliveries.again")}</button>}
    </li>
  );
}
