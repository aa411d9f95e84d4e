/** An answer that is a file, read while it is sent. */
export class OperatorFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;

  constructor({ bytes, name, size, type }: Pick<OperatorFile, "name" | "type" | "size" | "bytes">) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.bytes = bytes;
  }
}
