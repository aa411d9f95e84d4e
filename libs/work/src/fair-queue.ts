/** On whose account something is rendered. */
export interface Payer {
  readonly realmId: number;
  readonly userId: number;
}

interface Paid {
  readonly payer: Payer;
}

/** Organizations take turns, and within each its users; what one user asks for comes in order. */
export class FairQueue<Job extends Paid> {
  /** In the order of their turns. */
  readonly #realms = new Map<number, Map<number, Job[]>>();

  push(job: Job): void {
    const { realmId, userId } = job.payer;
    const users = this.#realms.get(realmId) ?? new Map<number, Job[]>();
    this.#realms.set(realmId, users);
    const jobs = users.get(userId) ?? [];
    users.set(userId, jobs);
    jobs.push(job);
  }

  /** Takes the next job of an organization that may have one; undefined when there is none. */
  take(mayHave: (realmId: number) => boolean): Job | undefined {
    for (const [realmId, users] of this.#realms) {
      if (!mayHave(realmId)) continue;
      const job = takeTurn(users);
      this.#realms.delete(realmId);
      if (users.size > 0) this.#realms.set(realmId, users);
      return job;
    }
    return undefined;
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
