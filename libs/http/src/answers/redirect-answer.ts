/** An answer that sends the client on to another address, which may be another one the next time. */
export class RedirectAnswer {
  /** Absolute, or a path of the same origin. */
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}
