import { AppError } from "@team-chat/errors";
import { openDatabase, sql } from "@team-chat/pg";
import { z } from "zod";

const Row = z.object({ state: z.string() });

/**
 * Everything that is stored, of all organizations, and how many bundles of events were made of it. Left out is what others than
 * requests change: presence, which is stored later, and e-mails, which are sent.
 */
const stateQuery = sql.type(Row)`
  select coalesce((select max(id) from outbox), 0) || coalesce(string_agg(name || hash, ',' order by name), '') as state
  from (
    select table_name as name, (xpath('/row/hash/text()', query_to_xml(format(
      'select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '''')) as hash from %I.%I t',
      table_schema, table_name), false, true, '')))[1]::text as hash
    from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name not in ('outbox', 'presence', 'mail')
  ) tables`;

/** Shows of every refused request of a test that it left everything as it was, and that nobody is told of anything. */
export class RefusalGuard implements AsyncDisposable {
  readonly #db: Awaited<ReturnType<typeof openDatabase>>;
  #running = 0;
  #begun = 0;

  private constructor(db: Awaited<ReturnType<typeof openDatabase>>) {
    this.#db = db;
  }

  static async open(url: string): Promise<RefusalGuard> {
    return new RefusalGuard(await openDatabase({ url, maxPoolSize: 1 }));
  }

  /**
   * Runs a request; the state is compared when it ran alone.
   * @throws what the request throws, or that it changed something although it was refused
   */
  async watch<T>(request: () => Promise<T>, isRefused: (answer: T) => boolean): Promise<T> {
    const isAlone = this.#running === 0;
    this.#running += 1;
    this.#begun += 1;
    const number = this.#begun;
    try {
      const before = isAlone ? await this.#state() : null;
      const check = async (cause: unknown) => {
        if (before === null || number !== this.#begun || isPartial(cause)) return;
        if ((await this.#state()) !== before)
          throw new Error("A refused request changed something.", { cause });
      };
      const answer = await request().catch(async (error: unknown) => {
        await check(error);
        throw error;
      });
      if (isRefused(answer)) await check(answer);
      return answer;
    } finally {
      this.#running -= 1;
    }
  }

  async #state(): Promise<string> {
    return (await this.#db.one(stateQuery)).state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#db.end();
  }
}

/** Whether something was done although not everything was (reference/event-payloads.md §4, INVITATION_FAILED). */
function isPartial(error: unknown): boolean {
  return error instanceof AppError && error.details["sent_invitations"] === true;
}
