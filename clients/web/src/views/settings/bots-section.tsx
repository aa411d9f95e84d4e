import { useSignal } from "@preact/signals";

import { type Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import {
  createBot,
  deactivateBot,
  listBots,
  regenerateBotApiKey,
} from "../../api/page-operations.ts";
import { mayInOrganization } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { DeliveriesButton } from "../bots/deliveries-button.tsx";
import { kinds } from "../bots/kinds.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Choice, Field, Form } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Avatar } from "../shell/avatar.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import { ApiKeys } from "./api-keys.tsx";

type OwnBot = Answer<typeof listBots.operation>["bots"][number];

/** One's own bots, with their keys. */
export function BotsSection() {
  const state = useAppContext().client.state.value;
  const loaded = useLoaded(
    async () => (await call(listBots, {})).bots,
    ({ type }) => type === "realm_bot",
  );
  return (
    <>
      <Loading of={loaded}>
        {(bots) => (
          <>
            {bots.length === 0 && <p class="soft hint">{t("bots.noneOwn")}</p>}
            <ul class="entries">
              {bots.map((bot) => (
                <Bot key={bot.user_id} bot={bot} />
              ))}
            </ul>
          </>
        )}
      </Loading>
      {mayInOrganization(state, "can_create_bots_group") ? (
        <NewBot />
      ) : (
        <p class="soft">{t("bots.mayNot")}</p>
      )}
    </>
  );
}

function Bot({ bot }: { readonly bot: OwnBot }) {
  const isShown = useSignal(false);
  const attempt = useAttempt();
  const { user_id: id } = bot;
  return (
    <li>
      <div class="person-line">
        <a class="row" href={`#user/${String(id)}`}>
          <Avatar userId={id} />
          <span class="name">{bot.full_name}</span>
          <span class="soft more">{bot.username}</span>
        </a>
        <button
          aria-expanded={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        >
          {t(isShown.value ? "bots.hideKey" : "key.show")}
        </button>
        <ConfirmButton
          label={t("key.replace")}
          question={t("key.replaceQuestion")}
          onConfirm={() => void attempt.submit(() => call(regenerateBotApiKey, { bot_id: id }))}
        />
        <ConfirmButton
          label={t("organization.deactivate")}
          question={t("bots.deactivateQuestion")}
          onConfirm={() => void attempt.run(() => call(deactivateBot, { bot_id: id }))}
        />
        {isShown.value && (
          <>
            <p class="key">{bot.api_key}</p>
            <h3>{t("apiKeys.title")}</h3>
            <ApiKeys userId={id} />
          </>
        )}
        <DeliveriesButton botId={id} />
        <Problem text={attempt.problem.value} />
      </div>
    </li>
  );
}

function NewBot() {
  const name = useSignal("");
  const shortName = useSignal("");
  const kind = useSignal<number>(kinds.generic);
  const address = useSignal("");
  const attempt = useAttempt();
  const isOutgoing = kind.value === kinds.outgoing;
  const create = async () => {
    const names = { full_name: name.value.trim(), short_name: shortName.value.trim() };
    const target = isOutgoing ? { payload_url: address.value.trim() } : {};
    const asked = { ...names, bot_type: kind.value, ...target };
    if (!(await attempt.submit(() => call(createBot, asked)))) return;
    for (const text of [name, shortName, address]) text.value = "";
  };
  return (
    <section>
      <h2>{t("bots.new")}</h2>
      <Form onSubmit={() => void create()}>
        <Field label={t("groups.name")} value={name} maxLength={100} isRequired />
        <Field
          label={t("bots.shortName")}
          hint={t("bots.shortNameHint")}
          value={shortName}
          isRequired
        />
        <Choice
          label={t("bots.kind")}
          value={kind.value}
          options={[
            [kinds.generic, t("bots.generic")],
            [kinds.incoming, t("bots.incoming")],
            [kinds.outgoing, t("bots.outgoing")],
          ]}
          onChange={(one) => {
            kind.value = one;
          }}
        />
        {isOutgoing && <Field label={t("bots.address")} value={address} type="url" isRequired />}
        <Problem text={attempt.problem.value} />
        <p class="actions">
          <button class="button">{t("bots.create")}</button>
        </p>
      </Form>
    </section>
  );
}
