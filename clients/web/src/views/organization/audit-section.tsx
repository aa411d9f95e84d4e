import { type Signal, useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { listAuditLog } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Field, Form } from "../forms/field.tsx";
import { PersonChoice } from "../forms/person-choice.tsx";
import { Tabs } from "../pages/tabs.tsx";
import { useRecordPages } from "../use-record-pages.ts";
import { AuditDestinations } from "./audit-destinations.tsx";
import { AuditEntry } from "./audit-entry.tsx";
import { AuditVerification } from "./audit-verification.tsx";
import type { SectionProps } from "./organization-page.tsx";
import { RecordList } from "./record-list.tsx";

const pageSize = 50;

/** What entries are looked for; empty fields leave nothing out. */
interface Wanted {
  readonly actorId: Signal<number | null>;
  readonly operation: Signal<string>;
  readonly object: Signal<string>;
}

/** Who has changed what; owners see to whom the log is sent, too. */
export function AuditSection({ part }: SectionProps) {
  const { me, people } = useAppContext().client.state.value;
  if (people.get(me)?.is_owner !== true) return <AuditEntries />;
  const current = part === "destinations" ? part : "entries";
  return (
    <>
      <Tabs
        label={t("audit.title")}
        current={current}
        tabs={[
          ["entries", t("audit.entries"), "#organization/audit-log/entries"],
          ["destinations", t("destinations.title"), "#organization/audit-log/destinations"],
        ]}
      />
      {current === "entries" ? <AuditEntries /> : <AuditDestinations />}
    </>
  );
}

/** Lists entries, the newest first; no event tells of them, so they are asked for. */
function AuditEntries() {
  const { look, pages, wanted } = useAuditLog();
  return (
    <>
      <p class="soft">{t("audit.hint")}</p>
      <AuditVerification />
      <Filters wanted={wanted} onLook={look} isBusy={pages.attempt.isBusy.value} />
      <RecordList pages={pages} none={t("audit.none")} older={t("audit.older")}>
        {(entry) => <AuditEntry key={entry.id} entry={entry} />}
      </RecordList>
    </>
  );
}

/** Asks for entries, and keeps those that are shown. */
function useAuditLog() {
  const wanted: Wanted = {
    actorId: useSignal<number | null>(null),
    operation: useSignal(""),
    object: useSignal(""),
  };
  const asked = useSignal({});
  const pages = useRecordPages(async (anchor: string | undefined) => {
    const page = await call(listAuditLog, { limit: pageSize, anchor, ...asked.peek() });
    return { entries: page.entries, isAll: page.found_oldest };
  });
  const look = () => {
    const operation = wanted.operation.peek().trim();
    const object = wanted.object.peek().trim();
    asked.value = {
      actor_id: wanted.actorId.peek() ?? undefined,
      operation: operation === "" ? undefined : operation,
      object: object === "" ? undefined : object,
    };
    pages.look();
  };
  return { pages, wanted, look };
}

interface FiltersProps {
  readonly wanted: Wanted;
  readonly isBusy: boolean;
  readonly onLook: () => void;
}

function Filters({ isBusy, onLook, wanted }: FiltersProps) {
  const { actorId, object, operation } = wanted;
  return (
    <Form onSubmit={onLook}>
      <PersonChoice label={t("audit.actor")} value={actorId} onChange={onLook} />
      <Field label={t("audit.operation")} hint={t("audit.operationHint")} value={operation} />
      <Field label={t("audit.object")} hint={t("audit.objectHint")} value={object} />
      <p class="actions">
        <button class="button" disabled={isBusy}>
          {t("audit.look")}
        </button>
      </p>
    </Form>
  );
}
