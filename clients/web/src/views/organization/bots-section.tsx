import { call } from "../../api/call.ts";
import { deactivateBot } from "../../api/page-operations.ts";
import { activePeople } from "../../state/people.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { DeliveriesButton } from "../bots/deliveries-button.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Avatar } from "../shell/avatar.tsx";
import type { SectionProps } from "./organization-page.tsx";

/** Which bots there are, and whose they are; the server's own belong to nobody. */
export function BotsSection({ isAdmin }: SectionProps) {
  const state = useAppContext().client.state.value;
  const bots = activePeople(state).filter((one) => one.is_bot && one.bot_owner_id !== null);
  return (
    <>
      <p>
        <a href="#settings/your-bots">{t("bots.toOwn")}</a>
      </p>
      {bots.length === 0 && <p class="soft hint">{t("bots.none")}</p>}
      <ul class="entries">
        {bots.map(({ bot_owner_id: ownerId, full_name: name, user_id: id }) => (
          <Bot
            key={id}
            id={id}
            name={name}
            owner={state.people.get(ownerId ?? 0)?.full_name ?? ""}
            mayChange={isAdmin || ownerId === state.me}
          />
        ))}
      </ul>
    </>
  );
}

interface BotProps {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly mayChange: boolean;
}

function Bot({ id, mayChange, name, owner }: BotProps) {
  const attempt = useAttempt();
  return (
    <li>
      <div class="person-line">
        <a class="row" href={`#user/${String(id)}`}>
          <Avatar userId={id} />
          <span class="name">{name}</span>
          <span class="soft more">{owner}</span>
        </a>
        {mayChange && (
          <ConfirmButton
            label={t("organization.deactivate")}
            question={t("bots.deactivateQuestion")}
            onConfirm={() => void attempt.run(() => call(deactivateBot, { bot_id: id }))}
          />
        )}
        {mayChange && <DeliveriesButton botId={id} />}
        <Problem text={attempt.problem.value} />
      </div>
    </li>
  );
}
