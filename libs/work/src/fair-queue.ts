/** On whose account something is done. */
export interface Payer {
  readonly realmId: number;
  readonly userId: number;
  /** Turns that the organization has in a row; one when left out. */
  readonly weight?: number;
}

interface Paid {
  readonly payer: Payer;
}

/** Holds what waits for one organization. */
interface Line<Job> {
  /** In the order of their turns. */
  readonly users: Map<number, Job[]>;
  /** Turns that it has left before the next organization has one. */
  turns: number;
}

/** Organizations take turns by their weights, and within each its users; what one user asks for comes in order. */
export class FairQueue<Job extends Paid> {
  /** In the order of their turns. */
  readonly #realms = new Map<number, Line<Job>>();

  push(job: Job): void {
    const { realmId, userId, weight = 1 } = job.payer;
    const line = this.#realms.get(realmId) ?? { users: new Map<number, Job[]>(), turns: weight };
    this.#realms.set(realmId, line);
    const jobs = line.users.get(userId) ?? [];
    line.users.set(userId, jobs);
    jobs.push(job);
  }

  /** Takes the next job of an organization that may have one; undefined when there is none. */
  take(mayHave: (realmId: number) => boolean): Job | undefined {
    for (const [realmId, line] of this.#realms) {
      if (!mayHave(realmId)) continue;
      const job = takeTurn(line.users);
      line.turns -= 1;
      if (line.users.size === 0) this.#realms.delete(realmId);
      else if (line.turns <= 0) this.#moveToEnd(realmId, line, job?.payer.weight ?? 1);
      return job;
    }
    return undefined;
  }

  #moveToEnd(realmId: number, line: Line<Job>, turns: number): void {
    line.turns = turns;
    this.#realms.delete(realmId);
    this.#realms.set(realmId, line);
  }
}

/** Takes the first job of the user whose turn it is; a user who has more goes to the end. */
function takeTurn<Job>(users: Map<number, Job[]>): Job | undefined {
  for (const [userId, jobs] of users) {
    const job = jobs.shift();
    users.delete(userId);
    if (jobs.length > 0) users.set(userId, jobs);
    return job;
  }
  return undefined;
}
