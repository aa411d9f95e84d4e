import { call } from "../../api/call.ts";
import { endOtherSessions, endSession, listSessions } from "../../api/page-operations.ts";
import { momentOf, t } from "../../texts/texts.ts";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";
import { Loading } from "../shell/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import { browserName } from "./browser-name.ts";

/** Lists the browsers in which one is logged in, and ends what is none of one's own. */
export function Sessions() {
  const attempt = useAttempt();
  const loaded = useLoaded(list);
  const end = (work: () => Promise<unknown>) =>
    void attempt.run(async () => {
      await work();
      loaded.value.value = await list();
    });
  return (
    <section>
      <h2>{t("sessions.title")}</h2>
      <Problem text={attempt.problem.value} />
      <Loading of={loaded}>
        {(sessions) => (
          <>
            <ul class="entries">
              {sessions.map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  onEnd={() => {
                    end(() => call(endSession, { session_id: session.id }));
                  }}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <p class="actions">
                <button
                  onClick={() => {
                    end(() => call(endOtherSessions, {}));
                  }}
                >
                  {t("sessions.endOthers")}
                </button>
              </p>
            )}
          </>
        )}
      </Loading>
    </section>
  );
}

interface SessionProps {
  readonly session: Awaited<ReturnType<typeof list>>[number];
  readonly onEnd: () => void;
}

function Session({ onEnd, session }: SessionProps) {
  return (
    <li>
      <div class="row">
        <span class="name">{browserName(session.client) || t("sessions.unknown")}</span>
        <span class="soft more">
          {session.address} · {momentOf(session.last_seen_at)}
        </span>
        {session.is_current ? (
          <span class="badge">{t("sessions.this")}</span>
        ) : (
          <button onClick={onEnd}>{t("sessions.end")}</button>
        )}
      </div>
    </li>
  );
}

async function list() {
  return (await call(listSessions, {})).sessions;
}
