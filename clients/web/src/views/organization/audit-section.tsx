import "./records.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { listAuditLog } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { Field, Form } from "../forms/field.tsx";
import { PersonSearch } from "../forms/person-search.tsx";
import { Problem } from "../forms/problem.tsx";
import { type Attempt, useAttempt } from "../forms/use-attempt.ts";
import { useDesk } from "../use-client.ts";
import { AuditEntry } from "./audit-entry.tsx";
import { AuditVerification } from "./audit-verification.tsx";

type Page = Answer<typeof listAuditLog.operation>;

const pageSize = 50;

/** What entries are looked for; empty fields leave nothing out. */
interface Wanted {
  readonly actorId: Signal<number | null>;
  readonly operation: Signal<string>;
  readonly object: Signal<string>;
}

/** Lists who has changed what, the newest first; no event tells of entries, so they are asked for. */
export function AuditSection() {
  const { attempt, goOn, look, page, wanted } = useAuditLog();
  const { entries = [], found_oldest: isAll = true } = page.value ?? {};
  const last = entries.at(-1);
  return (
    <>
      <p class="soft">{t("audit.hint")}</p>
      <AuditVerification />
      <Filters wanted={wanted} onLook={() => void attempt.run(look)} attempt={attempt} />
      {page.value !== null && entries.length === 0 && <p class="soft hint">{t("audit.none")}</p>}
      <ul class="records">
        {entries.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      {!isAll && last !== undefined && (
        <p class="actions">
          <button onClick={() => void attempt.run(() => goOn(last.id))}>{t("audit.older")}</button>
        </p>
      )}
    </>
  );
}

/** Asks for entries, and keeps those that are shown. */
function useAuditLog() {
  const page = useSignal<Page | null>(null);
  const attempt = useAttempt();
  const wanted: Wanted = {
    actorId: useSignal<number | null>(null),
    operation: useSignal(""),
    object: useSignal(""),
  };
  const asked = useSignal({});
  const look = async () => {
    const operation = wanted.operation.peek().trim();
    const object = wanted.object.peek().trim();
    asked.value = {
      limit: pageSize,
      actor_id: wanted.actorId.peek() ?? undefined,
      operation: operation === "" ? undefined : operation,
      object: object === "" ? undefined : object,
    };
    page.value = await call(listAuditLog, asked.peek());
  };
  const goOn = async (anchor: string) => {
    const older = await call(listAuditLog, { ...asked.peek(), anchor });
    const shown = page.peek()?.entries ?? [];
    page.value = { ...older, entries: [...shown, ...older.entries] };
  };
  useEffect(() => void attempt.run(look), []);
  return { page, attempt, wanted, look, goOn };
}

interface FiltersProps {
  readonly wanted: Wanted;
  readonly attempt: Attempt;
  readonly onLook: () => void;
}

function Filters({ attempt, onLook, wanted }: FiltersProps) {
  const { people } = useDesk().client.state.value;
  const { actorId, object, operation } = wanted;
  const choose = (id: number | null) => {
    actorId.value = id;
    onLook();
  };
  return (
    <Form onSubmit={onLook}>
      {actorId.value === null ? (
        <PersonSearch label={t("audit.actor")} without={new Set()} onChoose={choose} />
      ) : (
        <p class="tags">
          <button
            type="button"
            onClick={() => {
              choose(null);
            }}
          >
            {people.get(actorId.value)?.full_name ?? "?"} ×
          </button>
        </p>
      )}
      <Field label={t("audit.operation")} hint={t("audit.operationHint")} value={operation} />
      <Field label={t("audit.object")} hint={t("audit.objectHint")} value={object} />
      <Problem text={attempt.problem.value} />
      <p class="actions">
        <button class="button" disabled={attempt.isBusy.value}>
          {t("audit.look")}
        </button>
      </p>
    </Form>
  );
}
