import { useSignal } from "@preact/signals";

import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { verifyAuditLog } from "../../api/page-operations.ts";
import { t } from "../../texts/texts.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

type Chains = Answer<typeof verifyAuditLog.operation>["chains"];

/** Checks that no entry was altered, removed or put in, and says what was found. */
export function AuditVerification() {
  const chains = useSignal<Chains | null>(null);
  const attempt = useAttempt();
  const verify = () =>
    attempt.submit(async () => {
      ({ chains: chains.value } = await call(verifyAuditLog, {}));
    });
  return (
    <div role="status">
      <p class="actions">
        <button disabled={attempt.isBusy.value} onClick={() => void verify()}>
          {t("audit.verify")}
        </button>
      </p>
      <Problem text={attempt.problem.value} />
      {chains.value?.map(({ broken, entries, service }) => (
        <p key={service} class={broken === null ? "" : "problem"}>
          {broken === null
            ? t("audit.whole", { service, n: entries })
            : t("audit.broken", { service, position: broken })}
        </p>
      ))}
    </div>
  );
}
