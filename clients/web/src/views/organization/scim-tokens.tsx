import { useSignal } from "@preact/signals";

import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { createScimToken, deleteScimToken, listScimTokens } from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Field, Form } from "../forms/field.tsx";
import { SecretList } from "../forms/secret-list.tsx";
import { useSecrets } from "../forms/use-secrets.ts";

const maxName = 60;

/** Lists the tokens of provisioning systems, makes and ends them (docs/behaviour/scim.md#tokens). */
export function ScimTokens() {
  const secrets = useSecrets(async () => (await call(listScimTokens, {})).scim_tokens);
  return (
    <>
      <p class="soft">{t("scim.hint", { address: `${location.origin}/scim/v2` })}</p>
      <SecretList of={secrets} made={t("scim.made")} none={t("scim.none")}>
        {(token) => (
          <Token
            key={token.id}
            token={token}
            onEnd={() => {
              secrets.end(() => call(deleteScimToken, { token_id: token.id }));
            }}
          />
        )}
      </SecretList>
      <NewToken
        onMake={(name) => secrets.make(async () => (await call(createScimToken, { name })).token)}
      />
    </>
  );
}

interface TokenProps {
  readonly token: Answer<typeof listScimTokens.operation>["scim_tokens"][number];
  readonly onEnd: () => void;
}

function Token({ onEnd, token }: TokenProps) {
  const { created_at: madeAt, last_used_at: usedAt, name } = token;
  return (
    <li>
      <div class="person-line with-facts">
        <span class="row">
          <span class="name">{name}</span>
        </span>
        <ConfirmButton
          label={t("apiKeys.end")}
          question={t("scim.endQuestion")}
          onConfirm={onEnd}
        />
        <p class="soft">
          {t("scim.since", { moment: momentOf(madeAt) })} ·{" "}
          {usedAt === null ? t("apiKeys.unused") : t("apiKeys.used", { moment: momentOf(usedAt) })}
        </p>
      </div>
    </li>
  );
}

interface NewTokenProps {
  /** Makes a token; false when it was refused. */
  readonly onMake: (name: string) => Promise<boolean>;
}

function NewToken({ onMake }: NewTokenProps) {
  const name = useSignal("");
  const make = async () => {
    if (await onMake(name.peek().trim())) name.value = "";
  };
  return (
    <Form onSubmit={() => void make()}>
      <Field
        label={t("scim.name")}
        hint={t("scim.nameHint")}
        value={name}
        maxLength={maxName}
        isRequired
      />
      <p class="actions">
        <button class="button">{t("scim.make")}</button>
      </p>
    </Form>
  );
}
