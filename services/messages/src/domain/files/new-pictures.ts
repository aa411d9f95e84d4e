/** A file by its key. */
export interface FileRef {
  readonly realmId: number;
  readonly id: number;
}

/** Pictures that this process has just stored and whose thumbnails nobody makes yet. */
export class NewPictures {
  readonly #files: FileRef[] = [];
  #onAdd: () => void = () => {};

  /** Sets who is told of new ones. */
  onAdd(listener: () => void): void {
    this.#onAdd = listener;
  }

  add(file: FileRef): void {
    this.#files.push(file);
    this.#onAdd();
  }

  /** Takes the one that came first. */
  take(): FileRef | undefined {
    return this.#files.shift();
  }
}
