/** A file of a multipart body. */
export interface UploadedFile {
  /** As the client calls the file. */
  readonly name: string;
  readonly bytes: Buffer;
}
