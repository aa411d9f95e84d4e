export { AppError } from "./app-error.ts";
export { CertificateRefusal, certificateRefusal } from "./certificate-refusal.ts";
export { errorCodes, type ErrorCode } from "./error-codes.ts";
