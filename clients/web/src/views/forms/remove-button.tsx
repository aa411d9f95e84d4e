import { t } from "../../texts/texts.ts";
import { Icon } from "../shell/icon.tsx";

interface RemoveButtonProps {
  /** Who or what is taken out. */
  readonly name: string;
  readonly onClick: () => void;
}

/** Takes one entry out of a list. */
export function RemoveButton({ name, onClick }: RemoveButtonProps) {
  const label = t("groups.remove", { name });
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}
