import { type Signal, useSignal } from "@preact/signals";

import type { Given } from "../../../api/address.ts";
import { call } from "../../../api/call.ts";
import { listMessageDeletions } from "../../../api/page-operations.ts";
import { t } from "../../../texts/texts.ts";
import { ChannelChoice } from "../../forms/channel-choice.tsx";
import { Field, Form } from "../../forms/field.tsx";
import { PersonChoice } from "../../forms/person-choice.tsx";
import { useRecordPages } from "../../use-record-pages.ts";
import { RecordList } from "../record-list.tsx";
import { Deletion } from "./deletion.tsx";
import { RestoreForm } from "./restore-form.tsx";

const pageSize = 50;

/** What deletions are looked for; empty fields leave nothing out. */
interface Wanted {
  readonly channelId: Signal<number | null>;
  readonly topic: Signal<string>;
  readonly deleterId: Signal<number | null>;
  /** First and last day, as `2024-01-31`. */
  readonly from: Signal<string>;
  readonly to: Signal<string>;
}

/** Lists what was deleted and can be restored still (docs/behaviour/moderation.md#what-was-deleted). */
export function DeletionsSection() {
  const { look, pages, wanted } = useDeletions();
  return (
    <>
      <p class="soft">{t("deletions.hint")}</p>
      <Filters wanted={wanted} onLook={look} isBusy={pages.attempt.isBusy.value} />
      <RecordList pages={pages} none={t("deletions.none")} older={t("deletions.older")}>
        {(deletion) => <Deletion key={deletion.id} deletion={deletion} />}
      </RecordList>
      <RestoreForm onRestored={pages.look} />
    </>
  );
}

/** Asks for deletions, and keeps those that are shown. */
function useDeletions() {
  const wanted: Wanted = {
    channelId: useSignal<number | null>(null),
    topic: useSignal(""),
    deleterId: useSignal<number | null>(null),
    from: useSignal(""),
    to: useSignal(""),
  };
  const asked = useSignal<Given<typeof listMessageDeletions.operation>>({});
  const pages = useRecordPages(async (anchor: number | undefined) => {
    const page = await call(listMessageDeletions, { limit: pageSize, anchor, ...asked.peek() });
    return { entries: page.deletions, isAll: page.found_oldest };
  });
  const look = () => {
    const topic = wanted.topic.peek().trim();
    asked.value = {
      stream_id: wanted.channelId.peek() ?? undefined,
      topic: topic === "" ? undefined : topic,
      deleter_id: wanted.deleterId.peek() ?? undefined,
      since: beginningOf(wanted.from.peek(), 0),
      until: beginningOf(wanted.to.peek(), 1),
    };
    pages.look();
  };
  return { pages, wanted, look };
}

/** Returns when a day begins here, in UNIX seconds, or so many days later; nothing where no day is given. */
function beginningOf(day: string, later: number): number | undefined {
  if (day === "") return undefined;
  const beginning = new Date(`${day}T00:00`);
  beginning.setDate(beginning.getDate() + later);
  return Math.max(0, Math.floor(beginning.getTime() / 1000));
}

interface FiltersProps {
  readonly wanted: Wanted;
  readonly isBusy: boolean;
  readonly onLook: () => void;
}

function Filters({ isBusy, onLook, wanted }: FiltersProps) {
  const { channelId, deleterId, from, to, topic } = wanted;
  return (
    <Form onSubmit={onLook}>
      <ChannelChoice
        label={t("deletions.channel")}
        value={channelId.value}
        none={t("deletions.anyChannel")}
        onChange={(id) => {
          channelId.value = id;
        }}
      />
      <Field label={t("deletions.topic")} value={topic} />
      <PersonChoice label={t("deletions.deleter")} value={deleterId} />
      <div class="side-by-side">
        <Field label={t("deletions.from")} type="date" value={from} />
        <Field label={t("deletions.to")} type="date" value={to} />
      </div>
      <p class="actions">
        <button class="button" disabled={isBusy}>
          {t("audit.look")}
        </button>
      </p>
    </Form>
  );
}
