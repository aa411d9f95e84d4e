import type { Answer } from "../../api/address.ts";
import type { listAuditLog } from "../../api/page-operations.ts";
import type { State } from "../../state/state.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";

type Entry = Answer<typeof listAuditLog.operation>["entries"][number];
type Change = Entry["changes"][number];

/** One entry: who has called what, and on demand what was there before and after. */
export function AuditEntry({ entry }: { readonly entry: Entry }) {
  const state = useAppContext().client.state.value;
  const { actor, changes, operation, request_id: requestId, timestamp } = entry;
  const objects = [...new Set(changes.map(({ object }) => object))].join(", ");
  const from = [actor?.client, actor?.address].filter((part) => part !== undefined).join(" · ");
  return (
    <li>
      <details>
        <summary>
          <strong>{actorName(state, entry)}</strong>{" "}
          <code>{operation === "" ? objects : operation}</code>{" "}
          <time class="soft" dateTime={new Date(timestamp * 1000).toISOString()}>
            {momentOf(timestamp)}
          </time>
        </summary>
        {changes.map((change, at) => (
          <ChangeDetails key={at} change={change} />
        ))}
        <p class="soft">{from}</p>
        {requestId !== "" && <p class="soft">{t("audit.request", { id: requestId })}</p>}
      </details>
    </li>
  );
}

/** Names whoever acted: a person, a key of an operator, a part of the server, or nobody that is known. */
function actorName(state: State, { actor }: Entry): string {
  if (actor?.user_id !== undefined)
    return state.people.get(actor.user_id)?.full_name ?? `#${String(actor.user_id)}`;
  if (actor?.operator !== undefined) return t("audit.operator", { name: actor.operator });
  if (actor?.service !== undefined) return actor.service;
  return t(actor === null ? "audit.server" : "audit.nobody");
}

function ChangeDetails({ change }: { readonly change: Change }) {
  const { after, before, key, object } = change;
  const names = Object.keys({ ...before, ...after });
  const kind = before === undefined ? "audit.added" : "audit.changed";
  return (
    <>
      <p>
        {t(after === undefined ? "audit.removed" : kind)} <code>{object}</code>{" "}
        {Object.keys(key).length > 0 && <code class="soft">{shown(key)}</code>}
      </p>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {before !== undefined && name in before && <del>{shown(before[name])}</del>}{" "}
              {after !== undefined && name in after && <ins>{shown(after[name])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Writes a value as it is: texts without quotes, all else as JSON. */
function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
