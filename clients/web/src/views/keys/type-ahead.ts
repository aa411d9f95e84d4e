/** Keeps what is typed for a field that is being loaded, which would be taken for commands else. */
export class TypeAhead {
  /** Null while no field is awaited. */
  #typed: string | null = null;

  /** Keeps what is typed from now on. */
  begin(): void {
    this.#typed = "";
  }

  /** Keeps a character; false when no field is awaited, or the key writes nothing. */
  takes(key: string): boolean {
    if (this.#typed === null || key.length !== 1) return false;
    this.#typed += key;
    return true;
  }

  /** Returns what was typed and keeps no more: the field is there, or is not wanted any more. */
  end(): string {
    const typed = this.#typed ?? "";
    this.#typed = null;
    return typed;
  }
}
