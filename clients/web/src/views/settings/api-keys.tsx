import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { serverNowMs } from "../../api/clock.ts";
import { createApiKey, endApiKey, listApiKeys } from "../../api/page-operations.ts";
import type { State } from "../../state/state.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { SecretList } from "../forms/secret-list.tsx";
import { useSecrets } from "../forms/use-secrets.ts";
import { NewKeyForm, type WantedKey } from "./new-key-form.tsx";

type Key = Answer<typeof listApiKeys.operation>["api_keys"][number];

interface ApiKeysProps {
  /** The person or bot whose keys they are. */
  readonly userId: number;
}

/** Lists an account's keys beside the one that every account has, makes further ones, and ends them one by one. */
export function ApiKeys({ userId }: ApiKeysProps) {
  const secrets = useSecrets(async () => (await call(listApiKeys, { user_id: userId })).api_keys);
  const make = (wanted: WantedKey) =>
    secrets.make(async () => (await call(createApiKey, { user_id: userId, ...wanted })).api_key);
  return (
    <>
      <SecretList of={secrets} made={t("apiKeys.made")}>
        {(key) => (
          <Entry
            key={key.id}
            apiKey={key}
            onEnd={() => {
              secrets.end(() => call(endApiKey, { user_id: userId, key_id: key.id }));
            }}
          />
        )}
      </SecretList>
      <NewKeyForm onMake={make} />
    </>
  );
}

interface EntryProps {
  readonly apiKey: Key;
  readonly onEnd: () => void;
}

function Entry({ apiKey, onEnd }: EntryProps) {
  const { channels } = useAppContext().client.state.value;
  const { channel_ids: ids, last_used_at: used, name, scopes } = apiKey;
  const facts = [
    ...scopes.map((scope) => t(`apiKeys.${scope}`)),
    ...(ids === null ? [] : [t("apiKeys.channels", { channels: namesOf(channels, ids) })]),
    endOf(apiKey),
    used === null ? t("apiKeys.unused") : t("apiKeys.used", { moment: momentOf(used) }),
  ];
  return (
    <li>
      <div class="person-line with-facts">
        <span class="row">
          <span class="name">{name}</span>
          <code>{apiKey.beginning}…</code>
        </span>
        <ConfirmButton
          label={t("apiKeys.end")}
          question={t("apiKeys.endQuestion")}
          onConfirm={onEnd}
        />
        <p class="soft">{facts.join(" · ")}</p>
      </div>
    </li>
  );
}

/** Names channels; one that is not known by its number. */
function namesOf(channels: State["channels"], ids: readonly number[]): string {
  return ids.map((id) => `#${channels.get(id)?.name ?? String(id)}`).join(", ");
}

function endOf({ expires_at: end }: Key): string {
  if (end === null) return t("apiKeys.endless");
  const moment = momentOf(end);
  return end * 1000 <= serverNowMs()
    ? t("apiKeys.expired", { moment })
    : t("apiKeys.expires", { moment });
}
