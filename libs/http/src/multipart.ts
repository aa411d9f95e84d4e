import { Busboy } from "@fastify/busboy";
import { AppError } from "@team-chat/errors";

import type { UploadedFile } from "./uploaded-file.ts";

/** How many fields a body may have; with more it is an attack rather than a form. */
export const maxFields = 1000;

/** The longest field name that is read whole; no parameter comes near it. */
export const maxNameBytes = 200;

/**
 * The fields of a multipart body that was read already; its files are given to `onFile` while it is read, or skipped without it.
 * @throws BAD_REQUEST when the body is malformed or has too many parts
 */
export async function parseMultipart(
  body: Buffer,
  contentType: string,
  onFile?: (file: UploadedFile) => void,
): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  if (isOnlyClosingBoundary(body)) return fields;
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new AppError("BAD_REQUEST", "The multipart body is malformed."));
    try {
      const parser = new Busboy({
        headers: { "content-type": contentType },
        limits: {
          parts: maxFields,
          fieldNameSize: maxNameBytes,
          fieldSize: body.length,
          headerPairs: 20,
        },
      });
      parser.on("field", (name, value) => {
        if (typeof name === "string") fields.set(name, value);
      });
      parser.on("file", (_part, stream, name) => {
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
      parser.on("finish", () => resolve(fields));
      parser.end(body);
    } catch {
      refuse();
    }
  });
}

/** Some clients send a form without fields as its end alone, which the parser takes for a cut body. */
export function isOnlyClosingBoundary(body: Buffer): boolean {
  return body.length < 100 && /^(\r\n)?--[^\r\n]*--(\r\n)?$/.test(body.toString("latin1"));
}
