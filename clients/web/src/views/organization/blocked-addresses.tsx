import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import {
  addBlockedAddress,
  listBlockedAddresses,
  removeBlockedAddress,
} from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { RemoveButton } from "../forms/remove-button.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

/** Lists addresses and domains that may not join, adds and removes them (docs/behaviour/organization.md#block-list). */
export function BlockedAddresses() {
  const pattern = useSignal("");
  const attempt = useAttempt();
  const loaded = useLoaded(list);
  const andList = (work: () => Promise<unknown>) => async () => {
    await work();
    loaded.value.value = await list();
  };
  const block = async () => {
    const asked = { pattern: pattern.peek().trim() };
    if (await attempt.submit(andList(() => call(addBlockedAddress, asked)))) pattern.value = "";
  };
  return (
    <>
      <p class="soft">{t("blocked.hint")}</p>
      <Form onSubmit={() => void block()}>
        <Field
          label={t("blocked.pattern")}
          hint={t("blocked.patternHint")}
          value={pattern}
          isRequired
        />
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("blocked.add")}</button>
        </p>
      </Form>
      <Loading of={loaded}>
        {(all) => (
          <Blocked
            all={all}
            onRemove={(one) =>
              void attempt.run(andList(() => call(removeBlockedAddress, { pattern: one })))
            }
          />
        )}
      </Loading>
    </>
  );
}

async function list() {
  return (await call(listBlockedAddresses, {})).blocked_addresses;
}

interface BlockedProps {
  readonly all: Awaited<ReturnType<typeof list>>;
  readonly onRemove: (pattern: string) => void;
}

function Blocked({ all, onRemove }: BlockedProps) {
  return (
    <>
      {all.length === 0 && <p class="soft hint">{t("blocked.none")}</p>}
      <ul class="entries">
        {all.map(({ blocked_at: at, pattern }) => (
          <li key={pattern}>
            <div class="person-line with-facts">
              <bdi class="row name">{pattern}</bdi>
              <p class="soft">{t("blocked.since", { when: momentOf(at) })}</p>
            </div>
            <RemoveButton
              name={pattern}
              onClick={() => {
                onRemove(pattern);
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
