import { setImmediate as turn } from "node:timers/promises";

import type { Surroundings } from "../../src/live/shared-queue.ts";
import type { TabMessage } from "../../src/live/tab-messages.ts";
import { LockModel } from "./lock-model.ts";
import type { ServerModel } from "./server-model.ts";
import { TabModel } from "./tab-model.ts";

/**
 * A browser whose tabs learn of things in any order: what one tab says reaches each other one in its order, and between
 * that, answers of the server, locks and time come as the test chooses.
 */
export class BrowserModel {
  readonly server: ServerModel;
  tabs: readonly TabModel[] = [];
  readonly #lock = new LockModel();
  #opened = 0;

  constructor(server: ServerModel) {
    this.server = server;
  }

  open(): void {
    this.#opened += 1;
    const tab = new TabModel(`tab-${String(this.#opened)}`, (on) => this.#around(on));
    this.tabs = [...this.tabs, tab];
    tab.start(() => {
      this.close(tab);
      this.open();
    });
  }

  close(tab: TabModel): void {
    tab.isGone = true;
    this.tabs = this.tabs.filter((one) => one !== tab);
    this.#lock.forget(tab.id);
  }

  /** Closes a tab before the last things that it said were on their way. */
  crash(tab: TabModel, lost: number): void {
    for (const other of this.tabs) other.lose(tab.id, lost);
    this.close(tab);
  }

  /** Lets one thing happen in one of the tabs; false when nothing is to happen in any. */
  async step(choice: number): Promise<boolean> {
    const able = this.tabs.filter((tab) => tab.hasWork);
    const tab = able[choice % Math.max(able.length, 1)];
    tab?.work(choice);
    await turn();
    return tab !== undefined;
  }

  /** Lets everything happen that is to happen without time passing. */
  async settle(): Promise<void> {
    let choice = 0;
    while (await this.step(choice)) choice += 1;
  }

  #around(tab: TabModel): Surroundings {
    const { server } = this;
    return {
      tabId: tab.id,
      tell: (message) => {
        if (!tab.isGone) this.#tell(tab, message);
      },
      listen: (hear) => {
        tab.onMessage = hear;
      },
      leadAlone: (work, how) => this.#leadAlone(tab, work, how),
      persist: (work) => work(),
      hurry: () => undefined,
      patience: () => new Promise((resolve) => tab.timers.push(resolve)),
      register: () =>
        tab.answer((answer) => {
          answer(server.register());
        }),
      poll: async (at, end) => {
        const answered = tab.answer<Awaited<ReturnType<Surroundings["poll"]>>>((answer) => {
          server.poll(at.queueId, at.lastEventId, answer);
        });
        return Promise.race([answered, rejected(end)]);
      },
      askWhoIAm: () =>
        tab.answer((answer) => {
          answer(server.person);
        }),
    };
  }

  #tell(from: TabModel, message: TabMessage): void {
    for (const tab of this.tabs) if (tab !== from) tab.send(from.id, structuredClone(message));
  }

  #leadAlone(
    tab: TabModel,
    work: (end: AbortSignal) => Promise<void>,
    how: Parameters<Surroundings["leadAlone"]>[1],
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = new AbortController();
    const holder = {
      tab: tab.id,
      onHeld: () => {
        tab.do("lock", () => {
          void work(end.signal).then(() => {
            this.#lock.release(holder);
            resolve();
          });
        });
      },
      onTaken: () => {
        tab.do("lock", () => {
          end.abort(new Error("Another tab leads."));
          resolve();
        });
      },
    };
    if ("takeOver" in how) this.#lock.take(holder);
    else this.#lock.request(holder, how.giveUp);
    return promise;
  }
}

function rejected(end: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    end.addEventListener("abort", () => {
      reject(end.reason as Error);
    });
  });
}
