import type { ComponentChildren } from "preact";

import { t } from "../../texts/texts.ts";
import type { Loaded } from "../use-loaded.ts";

interface LoadingProps<T> {
  readonly of: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what was loaded, or why it was not, with another try; nothing for a moment, so that nothing flashes. */
export function Loading<T>({ children, of }: LoadingProps<T>) {
  if (of.problem.value !== "")
    return (
      <div>
        <p class="problem" role="alert">
          {t("notice.refused", { reason: of.problem.value })}
        </p>
        <button type="button" onClick={of.reload}>
          {t("pane.retry")}
        </button>
      </div>
    );
  if (of.value.value === null)
    return (
      <p class="late soft" role="status">
        {t("loading")}
      </p>
    );
  return <>{children(of.value.value)}</>;
}
