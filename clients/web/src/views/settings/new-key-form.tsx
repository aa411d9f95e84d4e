import { type Signal, useSignal } from "@preact/signals";

import { t } from "../../texts/texts.ts";
import { Choice, Field, Form, Toggle } from "../forms/field.tsx";
import { KeyChannels } from "./key-channels.tsx";

type Limited = "administration" | "read" | "send";

/** What somebody wants of a new key. */
export interface WantedKey {
  readonly name: string;
  readonly scopes: (Limited | "all")[];
  /** Null for wherever the account may. */
  readonly channel_ids: number[] | null;
  /** Null for ever. */
  readonly expires_in_days: number | null;
}

interface NewKeyFormProps {
  /** Makes the key; false when it was refused. */
  readonly onMake: (wanted: WantedKey) => Promise<boolean>;
}

const maxName = 60;
const limited: readonly Limited[] = ["read", "send", "administration"];
/** Stands for no end among numbers of days. */
const never = 0;
const usualDays = 90;

/** Asks for the name of a new key, what it is for, where, and for how long. */
export function NewKeyForm({ onMake }: NewKeyFormProps) {
  const name = useSignal("");
  const scopes = useSignal<WantedKey["scopes"]>(["read"]);
  const channels = useSignal<readonly number[]>([]);
  const days = useSignal(usualDays);
  // A key that is limited to channels does nothing but send.
  const mayBeLimited = scopes.value.length === 1 && scopes.value[0] === "send";
  const make = async () => {
    const expires_in_days = days.value === never ? null : days.value;
    const isLimited = mayBeLimited && channels.value.length > 0;
    const channel_ids = isLimited ? [...channels.value] : null;
    const wanted = { name: name.value, scopes: scopes.value, channel_ids, expires_in_days };
    if (!(await onMake(wanted))) return;
    name.value = "";
    channels.value = [];
  };
  return (
    <Form onSubmit={() => void make()}>
      <Field label={t("apiKeys.name")} value={name} maxLength={maxName} isRequired />
      <Scopes chosen={scopes} />
      {mayBeLimited && <KeyChannels chosen={channels} />}
      <Choice
        label={t("apiKeys.until")}
        value={days.value}
        options={[
          ...[7, 30, usualDays, 365].map((n) => [n, t("apiKeys.days", { n })] as const),
          [never, t("apiKeys.never")],
        ]}
        onChange={(value) => {
          days.value = value;
        }}
      />
      <p class="actions">
        <button disabled={scopes.value.length === 0}>{t("apiKeys.make")}</button>
      </p>
    </Form>
  );
}

/** Lets one choose some scopes, or everything in place of them. */
function Scopes({ chosen }: { readonly chosen: Signal<WantedKey["scopes"]> }) {
  const isForAll = chosen.value.includes("all");
  const toggle = (scope: Limited, isOn: boolean) => {
    const others = chosen.value.filter((one) => one !== scope);
    chosen.value = isOn ? [...others, scope] : others;
  };
  return (
    <fieldset>
      <legend>{t("apiKeys.scopes")}</legend>
      {limited.map((scope) => (
        <Toggle
          key={scope}
          label={t(`apiKeys.${scope}`)}
          isOn={isForAll || chosen.value.includes(scope)}
          isDisabled={isForAll}
          onChange={(isOn) => {
            toggle(scope, isOn);
          }}
        />
      ))}
      <Toggle
        label={t("apiKeys.all")}
        hint={t("apiKeys.allHint")}
        isOn={isForAll}
        onChange={(isOn) => {
          chosen.value = isOn ? ["all"] : ["read"];
        }}
      />
    </fieldset>
  );
}
