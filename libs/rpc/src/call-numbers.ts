const lastNumber = 0xffff_ffff;

/** Draws numbers for what is sent on one connection, from 1 on; begins anew after the last that a frame can carry. */
export class CallNumbers {
  #last = 0;

  /** Returns the next number of which `isTaken` does not say that it is still in use. */
  next(isTaken: (id: number) => boolean): number {
    do this.#last = this.#last === lastNumber ? 1 : this.#last + 1;
    while (isTaken(this.#last));
    return this.#last;
  }
}
