import { Busboy } from "@fastify/busboy";
import { AppError } from "@team-chat/errors";

import { maxFields } from "./most-fields.ts";
import { nullNameRefusal } from "./null-bytes.ts";

/** The longest field name that is read whole; no parameter comes near it. */
const maxNameBytes = 200;

/**
 * Parses the fields of a multipart body that was read already; its files are given to `onFile` while it is read, or
 * skipped without it.
 * @throws BAD_REQUEST when the body is malformed or has too many parts
 */
export async function parseMultipart(
  body: Buffer,
  contentType: string,
  onFile?: (file: UploadedFile) => void,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  const fileNames: string[] = [];
  if (isOnlyClosingBoundary(body)) return fields;
  const parser = multipartParser(contentType, body.length);
  return new Promise((resolve, reject) => {
    const refuse = () => reject(malformed());
    parser.on("field", (name, value) => {
      if (typeof name === "string") fields.set(name, value);
    });
    parser.on("file", (part, stream, name) => {
      fileNames.push(part, name);
      const chunks: Buffer[] = [];
      stream.on("error", refuse);
      if (onFile === undefined) stream.resume();
      else
        stream
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("end", () => onFile({ name, bytes: Buffer.concat(chunks) }));
    });
    parser.on("partsLimit", refuse);
    parser.on("error", refuse);
    parser.on("finish", () => {
      const names = [...fields.keys(), ...fileNames];
      const refusal = names.map(nullNameRefusal).find((one) => one !== undefined);
      if (refusal) reject(refusal);
      else resolve(fields);
    });
    parser.end(body);
  });
}

/**
 * Takes apart a body of this type whose fields are of at most so many bytes.
 * @throws BAD_REQUEST when the type names no boundary
 */
export function multipartParser(
  contentType: string,
  fieldSize: number,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { parts: maxFields, fieldNameSize: maxNameBytes, fieldSize, headerPairs: 20 },
    });
  } catch {
    throw malformed();
  }
}

/** Refuses a body that cannot be taken apart. */
export function malformed(): AppError {
  return new AppError("BAD_REQUEST", "The multipart body is malformed.");
}

/**
 * Tells whether a body is only the closing boundary. Some clients send a form without fields in this way, which the
 * parser takes for a cut body.
 */
export function isOnlyClosingBoundary(body: Buffer): boolean {
  return body.length < 100 && /^(\r\n)?--[^\r\n]*--(\r\n)?$/.test(body.toString("latin1"));
}

/** A file of a multipart body. */
export interface UploadedFile {
  /** As the client calls the file. */
  readonly name: string;
  readonly bytes: Buffer;
}
