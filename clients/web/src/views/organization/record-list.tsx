import "./records.css";
import type { ComponentChildren } from "preact";

import { t } from "../../texts/texts.ts";
import { Problem } from "../forms/problem.tsx";
import type { RecordPages } from "../use-record-pages.ts";

interface RecordListProps<Entry> {
  readonly pages: RecordPages<Entry>;
  /** Says that there are none. */
  readonly none: string;
  /** Leads to those before the last that is shown. */
  readonly older: string;
  readonly children: (entry: Entry) => ComponentChildren;
}

/** Shows records that were asked for, or why they did not come, and leads to older ones. */
export function RecordList<Entry>({ children, none, older, pages }: RecordListProps<Entry>) {
  const { attempt, goOn, look } = pages;
  const shown = pages.shown.value;
  const isBusy = attempt.isBusy.value;
  return (
    <>
      <Problem text={attempt.problem.value} />
      {shown === null && isBusy && (
        <p class="late soft" role="status">
          {t("loading")}
        </p>
      )}
      {shown === null && !isBusy && (
        <p class="actions">
          <button onClick={look}>{t("pane.retry")}</button>
        </p>
      )}
      {shown?.entries.length === 0 && <p class="soft hint">{none}</p>}
      <ul class="records">{shown?.entries.map(children)}</ul>
      {shown?.isAll === false && (
        <p class="actions">
          <button disabled={isBusy} onClick={goOn}>
            {older}
          </button>
        </p>
      )}
    </>
  );
}
