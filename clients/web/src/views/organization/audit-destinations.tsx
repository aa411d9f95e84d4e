import { type Signal, useSignal } from "@preact/signals";

import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import {
  createAuditDestination,
  deleteAuditDestination,
  listAuditDestinations,
  updateAuditDestination,
} from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Field, Form } from "../forms/field.tsx";
import { SecretList } from "../forms/secret-list.tsx";
import { useSecrets } from "../forms/use-secrets.ts";

const maxName = 60;

/**
 * Lists the servers that the audit log is sent to, adds, pauses and removes them (docs/behaviour/audit.md#sending). No
 * event tells what becomes of sending, so people look again.
 */
export function AuditDestinations() {
  const secrets = useSecrets(list);
  const update = (id: number, isPaused: boolean | undefined) => {
    const given = isPaused === undefined ? {} : { is_paused: isPaused };
    secrets.change(() => call(updateAuditDestination, { destination_id: id, ...given }));
  };
  const remove = (id: number) => {
    secrets.end(() => call(deleteAuditDestination, { destination_id: id }));
  };
  return (
    <>
      <p class="soft">{t("destinations.hint")}</p>
      <SecretList of={secrets} made={t("destinations.made")} none={t("destinations.none")}>
        {(one) => (
          <Destination key={one.id} destination={one} onChange={update} onRemove={remove} />
        )}
      </SecretList>
      {(secrets.listed.value.value?.length ?? 0) > 0 && (
        <p class="actions">
          <button onClick={secrets.listed.reload}>{t("destinations.look")}</button>
        </p>
      )}
      <NewDestination
        onAdd={(given) =>
          secrets.make(async () => (await call(createAuditDestination, given)).secret)
        }
      />
    </>
  );
}

async function list() {
  return (await call(listAuditDestinations, {})).destinations;
}

type Shown = Answer<typeof listAuditDestinations.operation>["destinations"][number];

interface DestinationProps {
  readonly destination: Shown;
  /** Pauses it, or lets it go on; undefined has the next try made at once. */
  readonly onChange: (id: number, isPaused: boolean | undefined) => void;
  readonly onRemove: (id: number) => void;
}

function Destination({ destination, onChange, onRemove }: DestinationProps) {
  const { id, name, state, url } = destination;
  const isPaused = state === "paused";
  return (
    <li>
      <div class="person-line with-facts">
        <span class="row">
          <span class="name">{name}</span>
        </span>
        {state === "failing" && (
          <button
            onClick={() => {
              onChange(id, undefined);
            }}
          >
            {t("destinations.retry")}
          </button>
        )}
        <button
          onClick={() => {
            onChange(id, !isPaused);
          }}
        >
          {t(isPaused ? "destinations.resume" : "destinations.pause")}
        </button>
        <ConfirmButton
          label={t("destinations.remove")}
          question={t("destinations.removeQuestion", { name })}
          onConfirm={() => {
            onRemove(id);
          }}
        />
        <p class="soft">{url}</p>
        <Sending of={destination} />
      </div>
    </li>
  );
}

/** Says what became of sending: whether it is paused, why it fails, and when something was taken last. */
function Sending({
  of: { failing_since: since, last_failure: reason, last_success_at: takenAt, state },
}: SendingProps) {
  return (
    <>
      <p class="soft">
        {state === "paused" && `${t("destinations.paused")} · `}
        {takenAt === null
          ? t("destinations.waiting")
          : t("destinations.working", { moment: momentOf(takenAt) })}
      </p>
      {since !== null && (
        <p class="problem">
          {t("destinations.failing", { moment: momentOf(since), reason: reason ?? "" })}
        </p>
      )}
    </>
  );
}

interface SendingProps {
  readonly of: Shown;
}

interface Given {
  readonly name: string;
  readonly url: string;
  readonly authorization: string | undefined;
}

interface NewDestinationProps {
  /** Adds a destination; false when it was refused. */
  readonly onAdd: (given: Given) => Promise<boolean>;
}

function NewDestination({ onAdd }: NewDestinationProps) {
  const [name, url, authorization] = [useSignal(""), useSignal(""), useSignal("")];
  const add = async () => {
    const header = wordOf(authorization);
    const given = { name: wordOf(name), url: wordOf(url) };
    if (!(await onAdd({ ...given, authorization: header === "" ? undefined : header }))) return;
    for (const field of [name, url, authorization]) field.value = "";
  };
  return (
    <Form onSubmit={() => void add()}>
      <Field label={t("destinations.name")} value={name} maxLength={maxName} isRequired />
      <Field
        label={t("destinations.url")}
        hint={t("destinations.urlHint")}
        value={url}
        type="url"
        isRequired
      />
      <Field
        label={t("destinations.authorization")}
        hint={t("destinations.authorizationHint")}
        value={authorization}
        type="password"
        autocomplete="new-password"
      />
      <p class="actions">
        <button class="button">{t("destinations.add")}</button>
      </p>
    </Form>
  );
}

function wordOf(field: Signal<string>): string {
  return field.peek().trim();
}
