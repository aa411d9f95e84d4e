import express from "express";

/** Fields of a form or a query as they came. */
export type Fields = Readonly<Record<string, unknown>> | undefined;

/** Reads the fields of a small form into `req.body`. */
export const readForm = express.urlencoded({ extended: false, limit: "16kb", parameterLimit: 20 });

/** Returns a field; empty when it is not there, or there more than once. */
export function textOf(fields: Fields, name: string): string {
  const value = fields?.[name];
  return typeof value === "string" ? value : "";
}
