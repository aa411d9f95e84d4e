import { OwnPostgres } from "@team-chat/testkit";

import type { Bench, BenchOptions, Measurement } from "../../bench.ts";
import { hearAgain, HearingClient } from "../../load/hearing-client.ts";
import { PatientSender } from "../../load/patient-sender.ts";
import { openStack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { signInOwner } from "../../stack/owner.ts";

const listeners = 20;
const betweenMs = 20;
/** Time of sending before the moment to which is restored, and after it. */
const sendingMs = 3000;

/** Measures a restore of PostgreSQL under sends (docs/operations/restore.md#restoring-to-a-moment). */
export const restore: Bench = {
  name: "restore",
  description: `PostgreSQL is killed and restored to a chosen moment beside sends and ${listeners} people who listen: from its end until all hear again (RTO). Nothing from before that moment is missing (RPO).`,
  floor: "a PostgreSQL by itself: from its end until it takes writes again",
  rounds: 5,
  warmUpRounds: 0,
  open: async (options, resources) => {
    const postgres = resources.use(await OwnPostgres.start());
    const stack = await openStack(resources, { env: { DATABASE_URL: postgres.adminUrl } });
    using api = await ApiClient.open(stack, 1);
    const owner = await signInOwner(api);
    const sender = resources.use(new PatientSender(stack, owner));
    const people = HearingClient.openAll(stack, owner, listeners);
    resources.defer(() => people.forEach((person) => person.stop()));
    const drill = new Drill({ postgres, sender, people, options });
    return [
      {
        label: "everybody hears again",
        unit: "ms",
        better: "lower",
        target: { maxValue: 10_000 },
        prepare: () => Promise.resolve({ floor: restoreAlone, ours: () => drill.run() }),
      },
    ];
  },
};

async function restoreAlone(): Promise<Measurement> {
  await using postgres = await OwnPostgres.start();
  const backup = await postgres.backUp();
  await postgres.query("create table written (at timestamptz)");
  await postgres.query("insert into written values (now())");
  const moment = new Date();
  await postgres.query("insert into written values (now())");
  await postgres.archived();
  const endedAt = performance.now();
  await postgres.restoreTo(backup, moment);
  await postgres.query("insert into written values (now())");
  return { value: performance.now() - endedAt };
}

interface DrillParts {
  readonly postgres: OwnPostgres;
  readonly sender: PatientSender;
  readonly people: readonly HearingClient[];
  readonly options: BenchOptions;
}

class Drill {
  readonly #parts: DrillParts;

  constructor(parts: DrillParts) {
    this.#parts = parts;
  }

  /** Restores to a moment between sends. @throws Error when something acknowledged before it is missing */
  async run(): Promise<Measurement> {
    const { options, people, postgres, sender } = this.#parts;
    const backup = await postgres.backUp();
    const before = await sender.sendFor(sendingMs, betweenMs);
    const moment = new Date();
    const after = await sender.sendFor(sendingMs, betweenMs);
    await postgres.archived();
    const endedAt = performance.now();
    await postgres.restoreTo(backup, moment);
    const restoredMs = performance.now() - endedAt;
    await hearAgain(sender, people);
    const value = performance.now() - endedAt;
    const missing = await this.#missing(before);
    if (missing.length > 0) throw new Error(`${missing.length} messages from before are missing`);
    const gone = await this.#missing(after);
    options.log(
      `  written on after ${Math.round(restoredMs)} ms; all of ${before.length} messages from before are there, ${gone.length} of ${after.length} from after it are gone`,
    );
    return { value };
  }

  async #missing(ids: readonly number[]): Promise<readonly number[]> {
    const kept = await this.#parts.postgres.query<{ id: string }>(
      `select id from messages.message where id in (${ids.join(", ")})`,
    );
    const there = new Set(kept.map(({ id }) => Number(id)));
    return ids.filter((id) => !there.has(id));
  }
}
