import { type PersonalSetting, setPersonal } from "../../actions/channels.ts";
import type { Channel } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Toggle } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

/** In which ways one may be told of messages in a channel, with their texts. */
const notifications = [
  ["desktop_notifications", "notifications.desktop"],
  ["audible_notifications", "notifications.sound"],
  ["push_notifications", "notifications.push"],
  ["email_notifications", "notifications.email"],
  ["wildcard_mentions_notify", "notifications.wildcards"],
] as const;

interface SectionProps {
  readonly channel: Channel;
}

/** One's own settings of a channel, which others do not see. */
export function PersonalSection({ channel }: SectionProps) {
  if (!channel.isSubscribed) return <p class="soft">{t("channels.notSubscribed")}</p>;
  return (
    <>
      <Look channel={channel} />
      <Notifications channel={channel} />
    </>
  );
}

/** Returns how one of one's settings is changed, and why that was refused. */
function useSetting(channel: Channel) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const set = (property: PersonalSetting, value: boolean | string) =>
    void attempt.run(() => setPersonal(client, channel, { property, value }));
  return { set, problem: attempt.problem };
}

function Look({ channel }: SectionProps) {
  const { problem, set } = useSetting(channel);
  return (
    <section>
      <label class="field colour">
        {t("channels.colour")}
        <input
          type="color"
          value={channel.color}
          onChange={({ currentTarget }) => {
            set("color", currentTarget.value);
          }}
        />
      </label>
      <Toggle
        label={t("channel.pin")}
        isOn={channel.pin_to_top === true}
        onChange={(isOn) => {
          set("pin_to_top", isOn);
        }}
      />
      <Toggle
        label={t("channel.mute")}
        hint={t("channels.muteHint")}
        isOn={channel.is_muted === true}
        onChange={(isOn) => {
          set("is_muted", isOn);
        }}
      />
      <Problem text={problem.value} />
    </section>
  );
}

function Notifications({ channel }: SectionProps) {
  const { problem, set } = useSetting(channel);
  return (
    <section>
      <h2>{t("settings.notifications")}</h2>
      {notifications.map(([property, label]) => (
        <Choice
          key={property}
          label={t(label)}
          value={choiceOf(channel[property])}
          options={optionsFor(channel[property])}
          onChange={(choice) => {
            if (choice !== "default") set(property, choice === "on");
          }}
        />
      ))}
      <Problem text={problem.value} />
    </section>
  );
}

function choiceOf(value: boolean | null | undefined) {
  if (value === null || value === undefined) return "default";
  return value ? "on" : "off";
}

/** Lists what can be chosen; nothing in particular is what it was at first, and is never set again. */
function optionsFor(value: boolean | null | undefined) {
  const options = [
    ["on", t("channels.on")],
    ["off", t("channels.off")],
  ] as const;
  if (choiceOf(value) !== "default") return options;
  return [["default", t("channels.asSettings")] as const, ...options];
}
