import { changeSetting } from "../../actions/settings.ts";
import { languages } from "../../texts/languages.ts";
import { t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { SettingChoice, SettingToggle } from "./setting-fields.tsx";

/** Settings about how the client looks and behaves. */
export function PreferencesSection() {
  return (
    <>
      <section>
        <h2>{t("preferences.look")}</h2>
        <SettingChoice
          name="color_scheme"
          label={t("preferences.theme")}
          options={[
            [1, t("preferences.system")],
            [3, t("preferences.light")],
            [2, t("preferences.dark")],
          ]}
        />
        <Density />
        <Language />
        <SettingToggle name="twenty_four_hour_time" label={t("preferences.hours")} />
      </section>
      <section>
        <h2>{t("preferences.writing")}</h2>
        <SettingToggle
          name="enable_drafts_synchronization"
          label={t("preferences.drafts")}
          hint={t("preferences.draftsHint")}
        />
        <SettingToggle name="translate_emoticons" label={t("preferences.emoticons")} />
        <SettingToggle name="receives_typing_notifications" label={t("preferences.typing")} />
      </section>
    </>
  );
}

/** Sizes of text and heights of lines that go together. */
const densities = [
  ["preferences.compact", 14, 122],
  ["preferences.normal", 16, 140],
  ["preferences.roomy", 18, 155],
] as const;

function Density() {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const { web_font_size_px: size, web_line_height_percent: height } = client.state.value.settings;
  const chosen = densities.findIndex(([, px, line]) => px === size && line === height);
  const choose = async (at: number) => {
    const density = densities[at];
    if (density === undefined) return;
    const [, px, line] = density;
    await attempt.run(async () => {
      await changeSetting(client, "web_font_size_px", px);
      await changeSetting(client, "web_line_height_percent", line);
    });
  };
  return (
    <>
      <Choice
        label={t("preferences.density")}
        value={chosen}
        options={[
          ...(chosen === -1 ? [[-1, `${String(size)} px`] as const] : []),
          ...densities.map(([label], at) => [at, t(label)] as const),
        ]}
        onChange={(at) => void choose(at)}
      />
      <Problem text={attempt.problem.value} />
    </>
  );
}

function Language() {
  return (
    <SettingChoice
      name="default_language"
      label={t("preferences.language")}
      options={Object.entries(languages).map(([code, { name }]) => [code, name])}
    />
  );
}
