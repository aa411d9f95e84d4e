interface FileOptions {
  /** Its name, of a file that is not for everybody: browsers must ask for it with credentials again, and may save it. */
  readonly privateName?: string;
}

/** An answer that is a file instead of an envelope; it never changes under its address. */
export class FileAnswer {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly privateName: string | undefined;

  constructor(contentType: string, bytes: Buffer, { privateName }: FileOptions = {}) {
    this.contentType = contentType;
    this.bytes = bytes;
    this.privateName = privateName;
  }
}
