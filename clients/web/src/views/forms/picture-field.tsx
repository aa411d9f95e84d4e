import { t } from "../../texts/texts.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { Problem } from "./problem.tsx";
import { useAttempt } from "./use-attempt.ts";

interface PictureFieldProps {
  readonly onChoose: (file: File) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

/** Takes another picture in place of one that is shown beside it, and removes it. */
export function PictureField({ onChoose, onRemove }: PictureFieldProps) {
  const attempt = useAttempt();
  return (
    <div>
      <label class="field">
        {t("profile.picture")}
        <input
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (file !== undefined) void attempt.run(() => onChoose(file));
          }}
        />
      </label>
      <ConfirmButton
        label={t("profile.removePicture")}
        question={t("profile.removePictureQuestion")}
        onConfirm={() => void attempt.run(onRemove)}
      />
      <Problem text={attempt.problem.value} />
    </div>
  );
}
