import { arrivalAskSubject, arrivalSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";
import { z } from "zod";

const announcement = z.object({
  /** `http://host:port` */
  origin: z.url({ protocol: /^http$/ }),
  leaving: z.boolean(),
});

/** A word about a process that has come or goes. */
export type Arrival = z.infer<typeof announcement>;

interface Announced {
  readonly service: string;
  /** `http://host:port` at which its callers reach it. */
  readonly origin: string;
}

/**
 * Tells the service's callers at once that this process takes requests, which its name may hide from them for a while;
 * until disposed: then they hear that it goes.
 */
export function announceArrival(nats: Nats, { origin, service }: Announced): AsyncDisposable {
  const say = (leaving: boolean) => {
    if (!nats.isClosed())
      nats.publish(arrivalSubject(service), JSON.stringify({ origin, leaving }));
  };
  const question = nats.subscribe(arrivalAskSubject(), { callback: () => say(false) });
  say(false);
  return {
    async [Symbol.asyncDispose]() {
      question.unsubscribe();
      say(true);
    },
  };
}

/** Follows which processes of a service come and go, beginning with those that are there. */
export function watchArrivals(
  nats: Nats,
  service: string,
  onArrival: (arrival: Arrival) => void,
): Disposable {
  const heard = nats.subscribe(arrivalSubject(service), {
    callback: (_error, message) => {
      const said = announcement.safeParse(parsed(message.string()));
      if (said.success) onArrival(said.data);
    },
  });
  nats.publish(arrivalAskSubject());
  return { [Symbol.dispose]: () => heard.unsubscribe() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
