import { buffer } from "node:stream/consumers";

import { fromBufferPromise } from "yauzl";

/** Files of a zip by their paths. */
export class Archive {
  readonly #files: ReadonlyMap<string, Buffer>;

  private constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files;
  }

  static async read(bytes: Uint8Array): Promise<Archive> {
    const files = new Map<string, Buffer>();
    const zip = await fromBufferPromise(Buffer.from(bytes));
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
    return new Archive(files);
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  text(path: string): string {
    return this.#files.get(path)?.toString() ?? "";
  }

  /** Rows of a kind of thing. */
  rows(kind: string): readonly Readonly<Record<string, unknown>>[] {
    const lines = this.text(`${kind}.ndjson`).split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
