import "./usage.css";
import type * as contract from "@team-chat/contract";
import type { z } from "zod";

import { call } from "../../api/call.ts";
import { getRealmUsage } from "../../api/page-operations.ts";
import { dateOf, numberOf, sizeOf, t } from "../../texts/texts.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

type Usage = z.infer<typeof contract.getRealmUsage.response>;
type Day = Usage["days"][number];

const mebibyte = 1024 * 1024;
/** Share of a limit from which on it is worth a word to whoever operates the server. */
const nearlyAll = 0.9;

/** What the organization may have and uses; no event tells of it. */
export function UsageSection() {
  const usage = useLoaded(() => call(getRealmUsage, {}));
  return (
    <Loading of={usage}>
      {({ days, limits, used }) => (
        <>
          <section>
            <h2>{t("usage.limits")}</h2>
            <p class="soft">{t("usage.whoRaises")}</p>
            <Limits limits={limits} used={used} />
          </section>
          <section>
            <h2>{t("usage.days")}</h2>
            <p class="soft hint">{t("usage.daysHint")}</p>
            <Days days={days.toReversed()} />
          </section>
        </>
      )}
    </Loading>
  );
}

/** Limits in the order in which they are shown. */
const counted = [
  ["people", "usage.people"],
  ["guests", "usage.guests"],
  ["bots", "usage.bots"],
  ["outgoing_webhooks", "usage.webhooks"],
  ["channels", "usage.channels"],
  ["messages_per_day", "usage.messagesToday"],
  ["stored_mib", "usage.files"],
] as const;

function Limits({ limits, used }: Pick<Usage, "limits" | "used">) {
  return (
    <dl class="usage">
      {counted.map(([name, label]) => (
        <Limit
          key={name}
          label={t(label)}
          used={used[name]}
          most={limits[name]}
          show={name === "stored_mib" ? sizeOfMib : numberOf}
        />
      ))}
      <div>
        <dt>{t("usage.oneFile")}</dt>
        <dd>{sizeOfMib(limits.upload_mib)}</dd>
      </div>
    </dl>
  );
}

interface LimitProps {
  readonly label: string;
  readonly used: number;
  /** Null for no limit. */
  readonly most: number | null;
  readonly show: (n: number) => string;
}

function Limit({ label, most, show, used }: LimitProps) {
  const isNear = most !== null && used >= most * nearlyAll;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {most === null
          ? t("usage.unlimited", { used: show(used) })
          : t("usage.ofMost", { used: show(used), most: show(most) })}
        {isNear && <strong class="near">{t("usage.near")}</strong>}
      </dd>
    </div>
  );
}

const columns: readonly (readonly [Exclude<keyof Day, "day">, Parameters<typeof t>[0]])[] = [
  ["active_people", "usage.activePeople"],
  ["messages", "usage.messages"],
  ["stored_bytes", "usage.files"],
  ["requests", "usage.requests"],
  ["deliveries", "usage.deliveries"],
];

/** Shows the use of each day; on a narrow screen the table is scrolled by itself. */
function Days({ days }: { readonly days: readonly Day[] }) {
  return (
    <div class="usage-days" role="region" aria-label={t("usage.days")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("usage.day")}</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dateOf(day.day)}</th>
              {columns.map(([name]) => (
                <td key={name}>
                  {name === "stored_bytes" ? sizeOf(day[name]) : numberOf(day[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sizeOfMib(mib: number): string {
  return sizeOf(mib * mebibyte);
}
