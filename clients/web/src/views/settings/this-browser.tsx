import { lookAgain, reach, type Reach } from "../../notifications/reach.ts";
import { t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

const words = {
  unsupported: "browser.unsupported",
  blocked: "browser.blocked",
  off: "browser.off",
  open: "browser.open",
  closed: "browser.closed",
} as const satisfies Readonly<Record<Reach, TextName>>;

/** Turns notifications on and off in the browser that one is using, and says how far they reach. */
export function ThisBrowser() {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const now = reach.value;
  const turn = (isOn: boolean) =>
    attempt.run(async () => {
      const { turnOff, turnOn } = await import("../../notifications/notify.ts");
      await (isOn ? turnOn(client) : turnOff());
    });
  return (
    <section>
      <h2>{t("browser.title")}</h2>
      <p role="status">{t(words[now])}</p>
      <Problem text={attempt.problem.value} />
      <p class="actions">
        {now === "off" && (
          <button class="button" onClick={() => void turn(true)}>
            {t("browser.turnOn")}
          </button>
        )}
        {now === "blocked" && <button onClick={lookAgain}>{t("browser.again")}</button>}
        {(now === "open" || now === "closed") && (
          <button onClick={() => void turn(false)}>{t("browser.turnOff")}</button>
        )}
      </p>
    </section>
  );
}
