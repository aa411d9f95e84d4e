const asks = "It only asks.";
const used = "When somebody was last seen is not written down.";
const sealed = "What is offered comes back sealed, and is kept nowhere.";
const transient = "What it leads to is written down.";
const counts = "It counts.";
const copies = "It brings copies of what is elsewhere up to date.";
const own = "It is the operator's own record.";
const elsewhere = "The service messages keeps it, and writes it down.";
const imports = "What is taken in is as it was; that it was taken in is an entry.";

/** Calls of other services to this one that leave no entry, with the reason. */
export const callsWithoutEntry: Readonly<Record<string, string>> = {
  readAuditHead: asks,
  getAuthState: asks,
  checkApiKey: used,
  checkSession: used,
  checkScimToken: used,
  getAccessMark: asks,
  checkOwnPassword: asks,
  getUsersState: asks,
  getRegisterSections: asks,
  listRealms: asks,
  readExportedRows: asks,
  readPersonRows: asks,
  listConsenting: asks,
  listExpiring: asks,
  listRecentUsers: asks,
  listUnseenUsers: asks,
  listSampleMails: asks,
  getMailState: asks,
  checkUnsubscription: asks,
  checkPasswordReset: asks,
  getSamlMetadata: asks,
  checkHalfSignIn: asks,
  getSecondFactors: asks,
  checkCreationOpen: asks,
  checkCreation: asks,
  noteDeliveries: counts,
  noteRequests: counts,
  noteEvents: counts,
  noteAcquaintance: copies,
  followChannels: copies,
  claimGroups: "It says which groups something elsewhere is about to use.",
  mailMissedMessages: transient,
  requestPasswordReset: transient,
  requestOrganizationList: transient,
  requestCreation: transient,
  beginSignIn: sealed,
  beginSamlSignIn: sealed,
  beginPasskeySignIn: sealed,
  offerAuthenticatorApp: sealed,
  offerPasskey: sealed,
  reserveIds: imports,
  importRows: imports,
  checkImportRoom: asks,
  finishUsersImport: "It ends an import of an operator, with an entry (imports.test.ts).",
  abandonImport: "What was taken in is gone, with its log.",
  answerScim: "Its entries have the names of what was asked for.",
};

/** Operations of operators that leave no entry of this service, with the reason. */
export const operatorsWithoutEntry: Readonly<Record<string, string>> = {
  inviteOrganization: own,
  moveOrganization: own,
  scheduleDeletion: own,
  cancelDeletion: own,
  createExport: elsewhere,
  createLegalHold: elsewhere,
  closeLegalHold: elsewhere,
  createHoldExport: elsewhere,
  deleteHoldExport: elsewhere,
  createPersonExport: elsewhere,
  deletePersonExport: elsewhere,
  addImportPiece: imports,
  beginImport: imports,
  cancelImport: "What was taken in is gone, with its log.",
};
