import { useSignal } from "@preact/signals";

import { call } from "../../api/call.ts";
import { listSecondFactors, resetSecondFactors } from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { Finder } from "../forms/finder.tsx";
import { isNamed } from "../forms/person-search.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Avatar } from "../shell/avatar.tsx";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";

/** So many rows are drawn at first; looking for a name is quicker than scrolling further. */
const most = 100;

/** Who has a second factor and until when others need one; no event tells of it. */
export function SecondFactors() {
  const { people } = useAppContext().client.state.value;
  const wanted = useSignal("");
  const factors = useLoaded(async () => (await call(listSecondFactors, {})).users);
  const { compare } = new Intl.Collator();
  return (
    <Loading of={factors}>
      {(all) => {
        const found = all
          .map((one) => ({ ...one, person: people.get(one.user_id) }))
          .filter(({ person }) => person !== undefined && isNamed(person, wanted.value))
          .toSorted((a, b) => compare(a.person?.full_name ?? "", b.person?.full_name ?? ""));
        return (
          <>
            <Finder label={t("people.find")} wanted={wanted} />
            <ul class="entries">
              {found.slice(0, most).map((one) => (
                <Entry
                  key={one.user_id}
                  userId={one.user_id}
                  name={one.person?.full_name ?? "?"}
                  hasFactor={one.has_second_factor}
                  requiredBy={one.required_by}
                  onReset={() => {
                    factors.value.value = all.map((before) =>
                      before.user_id === one.user_id
                        ? { ...before, has_second_factor: false }
                        : before,
                    );
                  }}
                />
              ))}
            </ul>
            {found.length > most && (
              <p class="soft hint">{t("people.more", { n: found.length - most })}</p>
            )}
          </>
        );
      }}
    </Loading>
  );
}

interface EntryProps {
  readonly userId: number;
  readonly name: string;
  readonly hasFactor: boolean;
  /** UNIX seconds; null where none is lacking. */
  readonly requiredBy: number | null;
  readonly onReset: () => void;
}

function Entry({ hasFactor, name, onReset, requiredBy, userId }: EntryProps) {
  const attempt = useAttempt();
  const reset = async () => {
    if (await attempt.run(() => call(resetSecondFactors, { user_id: userId }))) onReset();
  };
  return (
    <li>
      <div class="person-line">
        <a class="row" href={`#user/${String(userId)}`}>
          <Avatar userId={userId} />
          <span class="name">{name}</span>
        </a>
        <span class="soft">
          {t(hasFactor ? "factors.has" : "factors.lacks")}
          {requiredBy !== null && ` · ${t("factors.requiredBy", { when: momentOf(requiredBy) })}`}
        </span>
        {hasFactor && (
          <ConfirmButton
            label={t("factors.reset")}
            question={t("factors.resetQuestion", { name })}
            onConfirm={() => void reset()}
          />
        )}
        <Problem text={attempt.problem.value} />
      </div>
    </li>
  );
}
