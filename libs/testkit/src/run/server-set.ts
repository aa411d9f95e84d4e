/** Servers to start. */
export interface Wanted {
  readonly postgres: boolean;
  readonly nats: boolean;
  readonly redis: boolean;
}

/** Started servers and how to end them. */
export interface ServerSet {
  readonly urls: { readonly postgres?: string; readonly nats?: string; readonly redis?: string };
  stop(): Promise<void>;
}
