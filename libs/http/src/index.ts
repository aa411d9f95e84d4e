export { answerError, answerInternalError, answerJson, answerSuccess } from "./write-answer.ts";
export { methodNotAllowed, splitUrl, unknownAddress } from "./dispatcher.ts";
export { type Listenable, listen, type RunningServer, serverKeepAliveMs } from "./listen.ts";
export type { Takeover } from "./takeover.ts";
export { parseParameters } from "./given-parameters.ts";
export { compileParameters, type GivenParameters } from "./parameters.ts";
export type { ArrivingFile, ArrivingFiles } from "./arriving-form.ts";
export { hasBody, readBody } from "./read-body.ts";
export type { HeldAnswer } from "./proxy/held-answer.ts";
export { askSpeculatively, proxyRequest } from "./proxy/proxy.ts";
export { keepingTexts } from "./keepable-texts.ts";
export { RenderedFields } from "./rendered-fields.ts";
export type { ByteRange } from "./byte-range.ts";
export { FileAnswer } from "./file-answer.ts";
export type { FileSource } from "./streamed-body.ts";
export { RedirectAnswer } from "./redirect-answer.ts";
export type { UploadedFile } from "./uploaded-file.ts";
export { createRouteTable, type Found, type RouteTable } from "./route-table.ts";
export {
  type Anonymous,
  type CallerFor,
  internalRoute,
  type InternalRoute,
  type RequestFacts,
  route,
  type Route,
} from "./route.ts";
export { createServiceApp } from "./service-app.ts";
export { stopOnSignals } from "./stop-on-signals.ts";
export { type SeenRequest, seenRequestsChannel } from "./witness.ts";
