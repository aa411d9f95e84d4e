import type { FileSource } from "./streamed-body.ts";

interface FileOptions {
  /**
   * Its name, of a file that is not for everybody: browsers must ask for it with credentials again, and may save it.
   */
  readonly privateName?: string;
}

/**
 * An answer that is a file instead of an envelope; it never changes under its address. Given as a source, a long one is
 * read while it is sent.
 */
export class FileAnswer {
  readonly contentType: string;
  readonly source: FileSource;
  readonly privateName: string | undefined;

  constructor(contentType: string, file: Buffer | FileSource, { privateName }: FileOptions = {}) {
    this.contentType = contentType;
    this.source = Buffer.isBuffer(file) ? sourceOf(file) : file;
    this.privateName = privateName;
  }
}

function sourceOf(bytes: Buffer): FileSource {
  return {
    size: bytes.length,
    async *read({ first, last }) {
      yield bytes.subarray(first, last + 1);
    },
  };
}
