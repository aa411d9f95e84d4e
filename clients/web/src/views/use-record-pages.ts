import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { type Attempt, useAttempt } from "./forms/use-attempt.ts";

/** Some records of a long list, the newest first. */
interface RecordPage<Entry> {
  readonly entries: readonly Entry[];
  /** Whether none is older than the last of these. */
  readonly isAll: boolean;
}

/** A long list of records, of which a page is asked for at a time, since no event tells of them. */
export interface RecordPages<Entry> {
  /** What is shown; null until anything came. */
  readonly shown: ReadonlySignal<RecordPage<Entry> | null>;
  readonly attempt: Attempt;
  /** Asks for the newest. */
  readonly look: () => void;
  /** Asks for those before the last that is shown. */
  readonly goOn: () => void;
}

/**
 * Asks for the newest records when the view is shown first, and for more when somebody wants them.
 *
 * @param load asks for records before `anchor`, or for the newest without one
 */
export function useRecordPages<Entry extends { readonly id: number | string }>(
  load: (anchor: Entry["id"] | undefined) => Promise<RecordPage<Entry>>,
): RecordPages<Entry> {
  const shown = useSignal<RecordPage<Entry> | null>(null);
  const attempt = useAttempt();
  const look = () =>
    void attempt.run(async () => {
      shown.value = await load(undefined);
    });
  const goOn = () =>
    void attempt.submit(async () => {
      const before = shown.peek()?.entries ?? [];
      const older = await load(before.at(-1)?.id);
      shown.value = { ...older, entries: [...before, ...older.entries] };
    });
  useEffect(look, []);
  return { shown, attempt, look, goOn };
}
