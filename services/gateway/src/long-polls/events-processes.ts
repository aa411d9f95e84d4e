import type { IdentitySigner } from "@team-chat/identity";
import type { Nats } from "@team-chat/nats";
import {
  createServiceClient,
  type Member,
  type MemberWatch,
  PollConnection,
  type ServiceClient,
  SlotOwners,
  watchMembers,
} from "@team-chat/rpc";

export interface EventsProcess {
  readonly id: string;
  readonly sharesEvenly: boolean | undefined;
  /** Carries polls. */
  readonly link: PollConnection;
  /** Carries all other requests. */
  readonly pool: ServiceClient;
}

interface Settings {
  readonly nats: Nats;
  readonly key: string;
  readonly signer: IdentitySigner;
}

/** Exceeds what clients wait for a poll over HTTP, which is 90 s (docs/behaviour/events.md#polling). */
const answerTimeoutMs = 100_000;

/** Knows the living events processes, and keeps a link and a connection pool to each. */
export class EventsProcesses implements AsyncDisposable {
  readonly #settings: Settings;
  readonly #watch: MemberWatch;
  readonly #processes = new Map<string, EventsProcess>();
  /** Keeps pools of processes that are gone, which may still carry answers. */
  readonly #retired = new Set<ServiceClient>();
  #owners = new SlotOwners<EventsProcess>([]);
  #onChange: () => void = () => undefined;
  #seen = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#watch = watchMembers(settings.nats, (members) => this.#follow(members));
  }

  /** Sets a listener for changes of the owners of slots. */
  set onChange(listener: () => void) {
    this.#onChange = listener;
  }

  /** True if an events process has been reached since the start. */
  get seen(): boolean {
    return this.#seen;
  }

  /** Counts the processes that polls can be sent to. */
  get reachable(): number {
    return [...this.#processes.values()].filter(({ link }) => link.ready).length;
  }

  /** Returns the process that serves the slot with this key; undefined while none is known. */
  ownerOf(slot: string): EventsProcess | undefined {
    return this.#owners.ownerOf(slot);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    this.#onChange = () => undefined;
    for (const { link } of this.#processes.values()) link.close();
    const pools = [...this.#processes.values()].map(({ pool }) => pool);
    await Promise.all([...pools, ...this.#retired].map((pool) => pool.close()));
  }

  #follow(members: readonly Member[]): void {
    const current = new Set(members.map(({ id }) => id));
    const gone = [...this.#processes.values()].filter(({ id }) => !current.has(id));
    for (const { id } of gone) this.#processes.delete(id);
    for (const member of members)
      if (!this.#processes.has(member.id)) this.#processes.set(member.id, this.#open(member));
    this.#changed();
    for (const { link, pool } of gone) {
      link.close();
      this.#retire(pool);
    }
  }

  /** Any process can serve any queue, so only those that can be reached are considered, as long as there are some. */
  #changed(): void {
    const all = [...this.#processes.values()];
    const reachable = all.filter(({ link }) => link.ready);
    this.#owners = new SlotOwners(reachable.length > 0 ? reachable : all);
    this.#seen ||= reachable.length > 0;
    this.#onChange();
  }

  #open({ id, httpUrl, linkUrl, sharesEvenly }: Member): EventsProcess {
    const { key, signer } = this.#settings;
    return {
      id,
      sharesEvenly,
      link: new PollConnection({ url: linkUrl, key, onChange: () => this.#changed() }),
      pool: createServiceClient(httpUrl, {
        name: "events",
        signer,
        headersTimeoutMs: answerTimeoutMs,
      }),
    };
  }

  #retire(pool: ServiceClient): void {
    this.#retired.add(pool);
    setTimeout(() => {
      this.#retired.delete(pool);
      void pool.close();
    }, answerTimeoutMs).unref();
  }
}
