export { createDatabase, type TestDatabase } from "./databases/create-database.ts";
export { roleUrl } from "./databases/role-url.ts";
export type { Template } from "./databases/template.ts";
export { differenceOfAudit } from "./audited-columns.ts";
export { differenceOfExport, type LeftOut } from "./exported-columns.ts";
export { Inbox } from "./inbox.ts";
export { writeAccounts } from "./large-organization/write-accounts.ts";
export { writeChannels } from "./large-organization/write-channels.ts";
export { writeMessages } from "./large-organization/write-messages.ts";
export { nextLook } from "./next-look.ts";
export { openNats } from "./open-nats.ts";
export { OwnDns } from "./own-dns.ts";
export { type OwnNats, startOwnNats } from "./own-nats.ts";
export { OwnPostgres } from "./own-postgres/own-postgres.ts";
export { patient } from "./patient.ts";
export {
  type DeviceSubscription,
  type Pushed,
  PushService,
  pushStatus,
} from "./push-service/push-service.ts";
export { type CertifiedKey, newCertificate } from "./new-certificate.ts";
export { Archive } from "./read-archive.ts";
export { answer, drip, hang, Receiver, type Received, reset } from "./receiver.ts";
export { recordQueries } from "./record-queries.ts";
export { RefusalGuard } from "./refusal-guard.ts";
export { rolePassword } from "./role-password.ts";
export type { TestServers } from "./run/test-servers.ts";
export { signedFetch } from "./signed-fetch.ts";
export { settle, Settler } from "./settle.ts";
export { testServers } from "./test-servers.ts";
export { uniquePrefix } from "./unique-prefix.ts";
export { useWorld } from "./use-world.ts";
export { withAnyParams } from "./with-any-params.ts";
