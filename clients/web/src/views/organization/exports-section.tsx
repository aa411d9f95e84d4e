import "./records.css";
import type { ExportObject } from "@team-chat/contract";

import { call } from "../../api/call.ts";
import {
  createRealmExport,
  deleteRealmExport,
  listExportConsents,
  listRealmExports,
} from "../../api/page-operations.ts";
import type { TextName } from "../../texts/forms.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

const types: Readonly<Record<ExportObject["export_type"], TextName>> = {
  public: "exports.public",
  full_with_consent: "exports.withConsent",
  full_without_consent: "exports.withoutConsent",
};

/** Has the organization's data packed into an archive, and lists those that were asked for. */
export function ExportsSection() {
  const exports = useLoaded(
    async () => (await call(listRealmExports, {})).exports.toReversed(),
    ({ type }) => type === "realm_export",
  );
  const consents = useLoaded(
    async () => (await call(listExportConsents, {})).export_consents,
    ({ type }) => type === "realm_export_consent",
  );
  return (
    <>
      <p class="soft">{t("exports.hint")}</p>
      <Begin />
      <Loading of={consents}>
        {(all) => {
          const given = all.filter(({ consented }) => consented).length;
          return <p class="soft">{t("exports.consents", { n: given, all: all.length })}</p>;
        }}
      </Loading>
      <Loading of={exports}>
        {(all) => (
          <>
            {all.length === 0 && <p class="soft hint">{t("exports.none")}</p>}
            <ul class="records">
              {all.map((one) => (
                <Export key={one.id} export={one} />
              ))}
            </ul>
          </>
        )}
      </Loading>
    </>
  );
}

function Begin() {
  const attempt = useAttempt();
  const begin = (export_type: "full_with_consent" | "public") =>
    attempt.submit(() => call(createRealmExport, { export_type }));
  return (
    <>
      <p class="actions">
        <button
          class="button"
          disabled={attempt.isBusy.value}
          onClick={() => void begin("full_with_consent")}
        >
          {t("exports.beginWithConsent")}
        </button>
        <button disabled={attempt.isBusy.value} onClick={() => void begin("public")}>
          {t("exports.beginPublic")}
        </button>
      </p>
      <Problem text={attempt.problem.value} />
    </>
  );
}

function Export({ export: one }: { readonly export: ExportObject }) {
  const { people } = useAppContext().client.state.value;
  const attempt = useAttempt();
  const { acting_user_id: by, export_time: at, export_type: type, export_url: url } = one;
  const name = by === null ? t("audit.server") : (people.get(by)?.full_name ?? "?");
  return (
    <li>
      <p>
        <strong>{t(types[type])}</strong>{" "}
        <span class="soft">
          {name} · {momentOf(at)}
        </span>
      </p>
      <p>{stateOf(one)}</p>
      {url !== null && (
        <p class="actions">
          <a href={url} download>
            {t("exports.download")}
          </a>
          <ConfirmButton
            label={t("message.delete")}
            question={t("exports.deleteQuestion")}
            onConfirm={() => void attempt.run(() => call(deleteRealmExport, { export_id: one.id }))}
          />
        </p>
      )}
      <Problem text={attempt.problem.value} />
    </li>
  );
}

function stateOf(one: ExportObject): string {
  const { deleted_timestamp: deletedAt, failed_timestamp: failedAt, pending } = one;
  if (pending) return t("exports.pending");
  if (failedAt !== null) return t("exports.failed", { when: momentOf(failedAt) });
  if (deletedAt !== null) return t("exports.deleted", { when: momentOf(deletedAt) });
  return t("exports.done");
}
