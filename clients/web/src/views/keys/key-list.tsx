import { t } from "../../texts/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { keyName } from "./key-name.ts";
import { globalKeys, type KeyBinding, messageKeys } from "./key-table.ts";

/** Shows what keys do. */
export function KeyList() {
  const leave = ["Esc", t("keys.leave")] as const;
  return (
    <Dialog label={t("keys.title")} title={t("keys.title")}>
      <Section title={t("keys.everywhere")} keys={[...globalKeys.map(shown), leave]} />
      <Section title={t("keys.message")} keys={messageKeys.map(shown)} />
    </Dialog>
  );
}

function shown({ key, text }: KeyBinding): readonly [string, string] {
  return [keyName(key), t(text)];
}

interface SectionProps {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

function Section({ keys, title }: SectionProps) {
  return (
    <section class="keys">
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
