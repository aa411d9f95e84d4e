import { randomUUID } from "node:crypto";

import type { Constellation } from "../constellation.ts";

/** Request of an operator that is interrupted. */
interface Interrupted {
  readonly operation: string;
  readonly path: string;
  readonly method?: string;
  readonly body: object;
}

/** Tells what became of a request during which `users` was killed. */
interface Outcome {
  readonly operation: string;
  /** Actions that it left while it was not answered: none, or one that is open. */
  readonly open: readonly string[];
  /** True if the answers to it and to its repetitions are those of one request that was carried out once. */
  readonly isOnce: boolean;
  readonly actions: readonly string[];
}

/** Tables without which none of the requests below gets to its end; others may read them. */
const tables = "users.outbox, users.account, users.named_key, messages.legal_hold";

const organizations = ["interrupted-a", "interrupted-b"] as const;
const owner = (name: string) => ({ email: `boss@${name}.example`, full_name: "The Boss" });

/** Speaks the operator's interface of a constellation. */
class Operator {
  readonly #constellation: Constellation;

  constructor(constellation: Constellation) {
    this.#constellation = constellation;
  }

  async ask(
    { body, method = "POST", path }: Omit<Interrupted, "operation">,
    key: string = randomUUID(),
  ) {
    const { OPERATOR_KEY, OPERATOR_URL } = this.#constellation.envOf("users");
    const response = await fetch(`${OPERATOR_URL}/operator/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${OPERATOR_KEY}`, "Idempotency-Key": key },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { readonly organization?: { readonly id: number } };
    const isReplay = response.headers.has("idempotent-replay");
    return { id: answer.organization?.id ?? 0, isReplay, status: response.status };
  }

  async actions(key: string): Promise<readonly string[]> {
    const rows = await this.#constellation.rows<{ state: string }>(`
      select case when call is null then 'done' else 'open' end as state
      from users.operator_action where idempotency_key = '${key}'`);
    return rows.map(({ state }) => state);
  }
}

interface Keyed extends Interrupted {
  readonly key: string;
}

const creation = (subdomain: string) => ({
  path: "/organizations",
  body: { subdomain, name: "Interrupted", owner: { ...owner(subdomain), password: randomUUID() } },
});

/** Makes two organizations, the second of which is suspended, and the requests that are to be interrupted. */
async function prepare(operator: Operator): Promise<readonly Keyed[]> {
  const [first, second] = await Promise.all(
    organizations.map((name) => operator.ask(creation(name))),
  );
  const [open, closed] = [`/organizations/${first?.id}`, `/organizations/${second?.id}`];
  await operator.ask({ path: `${closed}/suspend`, body: {} });
  const hold = { email: owner(organizations[0]).email, reason: "Interrupted" };
  const limits = { limits: { upload_mib: 24 } };
  const requests: readonly Interrupted[] = [
    { operation: "createOrganization", ...creation("interrupted-c") },
    { operation: "suspendOrganization", path: `${open}/suspend`, body: { reason: "Not paid." } },
    { operation: "reactivateOrganization", path: `${closed}/reactivate`, body: {} },
    { operation: "updateOrganization", path: "/organizations/1", method: "PATCH", body: limits },
    { operation: "createLegalHold", path: `${open}/legal_holds`, body: hold },
  ];
  return requests.map((one) => ({ ...one, key: randomUUID() }));
}

/**
 * Kills `users` while organizations are created, suspended, reactivated and given other limits, and while messages
 * begins a legal hold, all at the same moment; then everything is asked for again, with the key that it had.
 */
export async function operateThroughKill(
  constellation: Constellation,
): Promise<readonly Outcome[]> {
  const operator = new Operator(constellation);
  const requests = await prepare(operator);
  const release = await constellation.lock(tables, "exclusive");
  const interrupted = Promise.allSettled(requests.map(({ key, ...one }) => operator.ask(one, key)));
  await constellation.hasRow(`
    select from pg_locks l where not l.granted and l.locktype = 'relation'
    having count(distinct pid) >= ${requests.length}`);
  await constellation.process("users").kill();
  await interrupted;
  await release();
  const before = await Promise.all(requests.map(({ key }) => operator.actions(key)));
  await constellation.process("users").start();
  const outcomes = requests.map(async ({ key, operation, ...one }, index): Promise<Outcome> => {
    const both = await Promise.all([operator.ask(one, key), operator.ask(one, key)]);
    const open = before[index] ?? [];
    const again = [...both, await operator.ask(one, key)];
    const isOnce =
      again.every(({ status }) => status === 200) &&
      again.filter(({ isReplay }) => !isReplay).length + open.length === 1;
    return { operation, open, isOnce, actions: await operator.actions(key) };
  });
  return Promise.all(outcomes);
}

/** Describes what is carried out once: what one service does alone is undone by the kill, the rest is finished. */
export const carriedOutOnce: readonly Outcome[] = [
  { operation: "createOrganization", open: [], isOnce: true, actions: ["done"] },
  { operation: "suspendOrganization", open: [], isOnce: true, actions: ["done"] },
  { operation: "reactivateOrganization", open: [], isOnce: true, actions: ["done"] },
  { operation: "updateOrganization", open: [], isOnce: true, actions: ["done"] },
  { operation: "createLegalHold", open: ["open"], isOnce: true, actions: ["done"] },
];
