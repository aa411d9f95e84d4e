import { t } from "../../texts/texts.ts";
import { Icon } from "../shell/icon.tsx";
import type { Upload } from "./use-uploads.ts";

/** Shows how far files have come, and what became of those that were not uploaded. */
export function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
  return (
    <ul class="uploads">
      {uploads.map(({ key, name, problem, share, stop }) => (
        <li key={key}>
          {problem === "" ? (
            <>
              <progress value={share} aria-label={name} />
              <span class="name">
                {t("upload.progress", { name, percent: Math.round(share * 100) })}
              </span>
            </>
          ) : (
            <span class="name problem" role="alert">
              {problem}
            </span>
          )}
          <button
            class="quiet"
            aria-label={problem === "" ? t("upload.cancel", { name }) : t("upload.dismiss")}
            onClick={stop}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
