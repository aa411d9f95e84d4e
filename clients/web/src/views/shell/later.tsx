import { useSignal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect } from "preact/hooks";

import { t } from "../../texts/texts.ts";
import { reload } from "./reload.ts";

interface LaterProps<P> {
  /** Imports the view. */
  readonly load: () => Promise<FunctionComponent<P>>;
  readonly props: P;
  /** What stands there until it is loaded; nothing when left out. */
  readonly meanwhile?: VNode;
}

/** Shows a view that is loaded when it is needed, and says so when it cannot be. */
export function Later<P extends object>({ load, meanwhile, props }: LaterProps<P>) {
  const view = useSignal<{ readonly of: FunctionComponent<P> } | null>(null);
  const hasFailed = useSignal(false);
  useEffect(() => {
    load().then(
      (of) => {
        view.value = { of };
      },
      () => {
        hasFailed.value = true;
      },
    );
  }, []);
  if (hasFailed.value)
    return (
      <div class="scroll blank">
        <p role="alert">{t("dialog.failed")}</p>
        <button onClick={() => void reload()}>{t("pane.retry")}</button>
      </div>
    );
  if (view.value === null) return meanwhile ?? <div class="scroll" />;
  const View = view.value.of;
  return <View {...props} />;
}
