/** End of a process: exactly one of the two is set. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running server process that this process started. */
export interface ServerHandle extends AsyncDisposable {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** Connection URL with credentials, as the clients of the server take it. */
  readonly url: string;
  /** Settles when the process has ended, whoever ended it; never rejects. */
  readonly exited: Promise<Exit>;
  /** Asks the server to end, kills it after ten seconds, and returns when it is gone. */
  stop(): Promise<void>;
}
