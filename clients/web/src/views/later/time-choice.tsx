import "./later.css";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { serverNowMs } from "../../api/clock.ts";
import { t, timeOfWeekOf } from "../../texts/texts.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import type { Attempt } from "../forms/use-attempt.ts";
import { fieldOf, offeredTimes, secondsOf } from "./times.ts";

interface TimeChoiceProps {
  /** Says what the button does beside the field for another time. */
  readonly label: string;
  readonly attempt: Attempt;
  /** Is told the chosen time in UNIX seconds. */
  readonly onChoose: (seconds: number) => void;
}

/** Offers times that people often choose, and a field for any other one. */
export function TimeChoice({ attempt, label, onChoose }: TimeChoiceProps) {
  const offered = useMemo(() => offeredTimes(serverNowMs()), []);
  const other = useSignal(fieldOf(offered.at(-1)?.seconds ?? 0));
  return (
    <>
      <ul class="times" role="menu" aria-label={t("later.times")}>
        {offered.map(({ seconds, text }) => (
          <li key={text} role="none">
            <button type="button" role="menuitem" onClick={() => onChoose(seconds)}>
              <span>{t(text)}</span>
              <span class="soft">{timeOfWeekOf(seconds)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Form onSubmit={() => onChoose(secondsOf(other.peek()))}>
        <Field label={t("later.other")} type="datetime-local" value={other} isRequired />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button" disabled={attempt.isBusy.value}>
            {label}
          </button>
        </p>
      </Form>
    </>
  );
}
