/**
 * What this service worker uses of its scope. TypeScript knows either the types of workers or those of pages, and the
 * sources of the client are checked with the latter.
 */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: WorkerClients;
  readonly location: Pick<Location, "origin" | "protocol">;
  /** Undefined in older browsers. */
  readonly cookieStore?: {
    readonly get: (name: string) => Promise<{ readonly value?: string } | null>;
  };
  readonly navigator: { readonly locks: LockManager };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ) => void;
}

interface WorkerClients {
  readonly claim: () => Promise<void>;
  readonly matchAll: (options: {
    readonly type: "window";
    readonly includeUncontrolled: boolean;
  }) => Promise<readonly WindowClient[]>;
  readonly openWindow: (url: string) => Promise<unknown>;
}

/** A tab of the client. */
interface WindowClient {
  readonly focused: boolean;
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: unknown) => void;
}

interface LastingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerEvents {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly fetch: LastingEvent & {
    readonly request: Request;
    readonly respondWith: (answer: Promise<Response>) => void;
  };
  readonly push: LastingEvent & { readonly data: { readonly json: () => unknown } | null };
  readonly notificationclick: LastingEvent & { readonly notification: Notification };
}
