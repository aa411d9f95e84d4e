/** An answer that is a file instead of an envelope; it never changes under its address. */
export class FileAnswer {
  readonly contentType: string;
  readonly bytes: Buffer;

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.bytes = bytes;
  }
}
