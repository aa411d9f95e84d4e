export { AppError } from "./app-error.ts";
export { errorCodes, type ErrorCode } from "./error-codes.ts";
