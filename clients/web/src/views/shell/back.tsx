import { t } from "../../texts/texts.ts";
import { Icon } from "./icon.tsx";

/** Leads back to the list of conversations, where there is room for one pane only. */
export function Back() {
  return (
    <a class="back" href="#" aria-label={t("pane.back")}>
      <Icon name="back" />
    </a>
  );
}
