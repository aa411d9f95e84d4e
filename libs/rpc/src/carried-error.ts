import { AppError, type ErrorCode, errorCodes } from "@team-chat/errors";
import { z } from "zod";

/** The error of an internal call as it travels between our services. */
const carriedError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
});

const errorEnvelope = z.looseObject({
  result: z.literal("error"),
  msg: z.string(),
  code: z.string(),
});

/** Writes the body by which an internal endpoint answers an error. */
export function carryError({ code, message, details }: AppError): z.input<typeof carriedError> {
  return { error: { code, message, details } };
}

/** Reads the error an internal endpoint answered; undefined when the body is none that it carries. */
export function readCarriedError(body: unknown): AppError | undefined {
  const { data } = carriedError.safeParse(body);
  if (data === undefined || !isErrorCode(data.error.code)) return undefined;
  return new AppError(data.error.code, data.error.message, { details: data.error.details });
}

/**
 * Reads the error a public operation answered; undefined when the body is no error envelope of ours, or that of a
 * failure.
 */
export function readErrorEnvelope(status: number, body: unknown): AppError | undefined {
  const { data } = errorEnvelope.safeParse(body);
  if (data === undefined) return undefined;
  const code = codeOnWire(data.code, status);
  if (code === undefined || code === "INTERNAL_ERROR") return undefined;
  const { result: _result, msg, code: _code, ...details } = data;
  return new AppError(code, msg, { details });
}

/** Several of our codes look the same on the wire but for the status. */
function codeOnWire(wire: string, status: number): ErrorCode | undefined {
  const codes = Object.keys(errorCodes).filter(isErrorCode);
  return codes.find((code) => {
    const facts = errorCodes[code];
    return ("wire" in facts ? facts.wire : code) === wire && facts.status === status;
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
