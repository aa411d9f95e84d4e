export {
  answerError,
  answerInternalError,
  answerJson,
  answerSuccess,
} from "./answers/write-answer.ts";
export { refusalOf } from "./endpoints/database-errors.ts";
export { methodNotAllowed, unknownAddress } from "./endpoints/no-operation.ts";
export { type Listenable, listen, type RunningServer, serverKeepAliveMs } from "./listen.ts";
export type { Takeover } from "./takeover.ts";
export { parseParameters } from "./parameters/given-parameters.ts";
export { compileParameters, type GivenParameters } from "./parameters/parameters.ts";
export type { ArrivingFile, ArrivingFiles } from "./parameters/arriving-form.ts";
export { hasBody, readBody } from "./parameters/read-body.ts";
export { bodyOf as readShortBody } from "./proxy/client-body.ts";
export { askSpeculatively, type HeldAnswer } from "./proxy/held-answer.ts";
export { proxyRequest } from "./proxy/proxy.ts";
export { RenderedFields } from "./answers/rendered-fields.ts";
export type { ByteRange } from "./answers/byte-range.ts";
export { FileAnswer } from "./answers/file-answer.ts";
export type { FileSource } from "./answers/streamed-body.ts";
export { LinesAnswer } from "./answers/lines-answer.ts";
export { RedirectAnswer } from "./answers/redirect-answer.ts";
export type { UploadedFile } from "./parameters/multipart.ts";
export {
  createRouteTable,
  type RouteMatch,
  type RouteTable,
  splitUrl,
} from "./endpoints/route-table.ts";
export {
  type Anonymous,
  type CallerFor,
  internalRoute,
  type InternalRoute,
  type RequestFacts,
  route,
  type Route,
} from "./endpoints/route.ts";
export { createServiceApp } from "./endpoints/service-app.ts";
export { type Outcome, RequestReports } from "./request-reports.ts";
export { runProcess } from "./run-process.ts";
export type { ConfiguredService, ProcessParts } from "./start-service.ts";
export { type SeenRequest, seenRequestsChannel } from "./endpoints/witness.ts";
