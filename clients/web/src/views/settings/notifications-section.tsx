import { changeSetting } from "../../actions/settings.ts";
import { play } from "../../notifications/sounds.ts";
import { durationOf, t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { SettingChoice, SettingToggle } from "./setting-fields.tsx";
import { ThisBrowser } from "./this-browser.tsx";

const kinds = [
  "notifications.desktop",
  "notifications.sound",
  "notifications.push",
  "notifications.email",
] as const satisfies readonly TextName[];

/** What one may be told of, and the settings that say in which of the ways. */
const occasions = [
  [
    "notifications.direct",
    [
      "enable_desktop_notifications",
      "enable_sounds",
      "enable_offline_push_notifications",
      "enable_offline_email_notifications",
    ],
  ],
  [
    "notifications.followed",
    [
      "enable_followed_topic_desktop_notifications",
      "enable_followed_topic_audible_notifications",
      "enable_followed_topic_push_notifications",
      "enable_followed_topic_email_notifications",
    ],
  ],
  [
    "notifications.channels",
    [
      "enable_stream_desktop_notifications",
      "enable_stream_audible_notifications",
      "enable_stream_push_notifications",
      "enable_stream_email_notifications",
    ],
  ],
] as const;

/** Times for which e-mail may wait for more, in seconds and as they are said. */
const waits = [
  [120, 2, "minute"],
  [300, 5, "minute"],
  [600, 10, "minute"],
  [1800, 30, "minute"],
  [3600, 1, "hour"],
  [21_600, 6, "hour"],
  [86_400, 1, "day"],
] as const;

/** Settings about what one is told of, and how. */
export function NotificationsSection() {
  return (
    <>
      <ThisBrowser />
      <Matrix />
      <Sound />
      <section>
        <SettingToggle name="wildcard_mentions_notify" label={t("notifications.wildcards")} />
        <SettingToggle
          name="enable_followed_topic_wildcard_mentions_notify"
          label={t("notifications.followedWildcards")}
        />
        <SettingToggle
          name="enable_online_push_notifications"
          label={t("notifications.onlinePush")}
        />
        <SettingToggle
          name="pm_content_in_desktop_notifications"
          label={t("notifications.desktopContent")}
        />
      </section>
      <Emails />
      <section>
        <h2>{t("notifications.topics")}</h2>
        <SettingChoice
          name="automatically_follow_topics_policy"
          label={t("notifications.follow")}
          options={policies()}
        />
        <SettingToggle
          name="automatically_follow_topics_where_mentioned"
          label={t("notifications.followMentioned")}
        />
        <SettingChoice
          name="automatically_unmute_topics_in_muted_streams_policy"
          label={t("notifications.unmute")}
          options={policies()}
        />
      </section>
    </>
  );
}

/** Chooses the sound, and lets it be heard. */
function Sound() {
  const { settings } = useAppContext().client.state.value;
  return (
    <section>
      <SettingChoice
        name="notification_sound"
        label={t("notifications.sound")}
        options={[
          ["zulip", t("notifications.soundTwo")],
          ["ding", t("notifications.soundOne")],
          ["chime", t("notifications.soundThree")],
          ["none", t("notifications.soundNone")],
        ]}
      />
      <p class="actions">
        <button
          onClick={() => {
            play(settings["notification_sound"]);
          }}
        >
          {t("notifications.soundPlay")}
        </button>
      </p>
    </section>
  );
}

/** Settings of e-mail about what one has missed. */
function Emails() {
  return (
    <section>
      <h2>{t("notifications.email")}</h2>
      <SettingChoice
        name="email_notifications_batching_period_seconds"
        label={t("notifications.emailWait")}
        options={waits.map(([seconds, count, unit]) => [seconds, durationOf(count, unit)])}
      />
      <SettingToggle
        name="message_content_in_email_notifications"
        label={t("notifications.emailContent")}
      />
      <SettingChoice
        name="realm_name_in_email_notifications_policy"
        label={t("notifications.emailRealm")}
        options={[
          [1, t("notifications.inSeveral")],
          [2, t("notifications.always")],
          [3, t("notifications.never")],
        ]}
      />
    </section>
  );
}

function policies() {
  return [
    [1, t("notifications.participate")],
    [2, t("notifications.send")],
    [3, t("notifications.start")],
    [4, t("notifications.never")],
  ] as const;
}

function Matrix() {
  const { client } = useAppContext();
  const { settings } = client.state.value;
  const attempt = useAttempt();
  return (
    <section>
      <Problem text={attempt.problem.value} />
      <table class="matrix">
        <thead>
          <tr>
            <td />
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {t(kind)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {occasions.map(([label, names]) => (
            <tr key={label}>
              <th scope="row">{t(label)}</th>
              {names.map((name, at) => (
                <td key={name}>
                  <input
                    type="checkbox"
                    aria-label={`${t(label)}: ${t(kinds[at] ?? kinds[0])}`}
                    checked={settings[name] === true}
                    onChange={({ currentTarget: { checked } }) =>
                      void attempt.run(() => changeSetting(client, name, checked))
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
