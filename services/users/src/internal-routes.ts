import { readAuditHead } from "@team-chat/audit";
import * as contract from "@team-chat/contract";
import { type InternalRoute, internalRoute } from "@team-chat/http";

import type { Context } from "./context.ts";
import { addRealmUser } from "./operations/accounts/add-realm-user.ts";
import { listRecentUsers } from "./operations/accounts/list-recent-users.ts";
import { beginSignIn } from "./operations/authentication/begin-sign-in.ts";
import { checkApiKey } from "./operations/authentication/check-api-key.ts";
import { checkOwnPassword } from "./operations/authentication/check-own-password.ts";
import { checkPasswordReset } from "./operations/authentication/check-password-reset.ts";
import { completeSignIn } from "./operations/authentication/complete-sign-in.ts";
import { createResetLink } from "./operations/authentication/create-reset-link.ts";
import { getAuthState } from "./operations/authentication/get-auth-state.ts";
import { redeemLogInToken } from "./operations/authentication/redeem-log-in-token.ts";
import { requestOrganizationList } from "./operations/authentication/request-organization-list.ts";
import { requestPasswordReset } from "./operations/authentication/request-password-reset.ts";
import { resetPassword } from "./operations/authentication/reset-password.ts";
import { rotateKey } from "./operations/authentication/rotate-key.ts";
import { beginSamlSignIn } from "./operations/authentication/saml/begin-saml-sign-in.ts";
import { completeSamlSignIn } from "./operations/authentication/saml/complete-saml-sign-in.ts";
import { getSamlMetadata } from "./operations/authentication/saml/get-saml-metadata.ts";
import { receiveSamlLogOut } from "./operations/authentication/saml/receive-saml-log-out.ts";
import { receiveSamlResponse } from "./operations/authentication/saml/receive-saml-response.ts";
import { signInRemoteUser } from "./operations/authentication/sign-in-remote-user.ts";
import { addRealmBot } from "./operations/bots/add-realm-bot.ts";
import { checkCreationOpen } from "./operations/creation/check-creation-open.ts";
import { checkCreation } from "./operations/creation/check-creation.ts";
import { completeCreation } from "./operations/creation/complete-creation.ts";
import { requestCreation } from "./operations/creation/request-creation.ts";
import { claimGroups } from "./operations/groups/claim-groups.ts";
import { abandonImport } from "./operations/imports/abandon-import.ts";
import { checkImportRoom } from "./operations/imports/check-import-room.ts";
import { finishUsersImport } from "./operations/imports/finish-users-import.ts";
import { importRows } from "./operations/imports/import-rows.ts";
import { reserveIds } from "./operations/imports/reserve-ids.ts";
import { checkUnsubscription } from "./operations/mail/check-unsubscription.ts";
import { getMailState } from "./operations/mail/get-mail-state.ts";
import { listSampleMails } from "./operations/mail/list-sample-mails.ts";
import { mailMissedMessages } from "./operations/mail/mail-missed-messages.ts";
import { unsubscribeFromMail } from "./operations/mail/unsubscribe-from-mail.ts";
import { changePlan } from "./operations/organization/change-plan.ts";
import { createRealm } from "./operations/organization/create-realm.ts";
import { deactivateRealm } from "./operations/organization/deactivate-realm.ts";
import { getUsersState } from "./operations/organization/get-users-state.ts";
import { listConsenting } from "./operations/organization/list-consenting.ts";
import { listExpiring } from "./operations/organization/list-expiring.ts";
import { listRealms } from "./operations/organization/list-realms.ts";
import { reactivateRealm } from "./operations/organization/reactivate-realm.ts";
import { readExportedRows } from "./operations/organization/read-exported-rows.ts";
import { readPersonRows } from "./operations/organization/read-person-rows.ts";
import { getRegisterSections } from "./operations/register/get-register-sections.ts";
import { answerScim } from "./operations/scim/answer-scim.ts";
import { checkScimToken } from "./operations/scim/check-scim-token.ts";
import { addAuthenticatorApp } from "./operations/second-factors/add-authenticator-app.ts";
import { addPasskey } from "./operations/second-factors/add-passkey.ts";
import { beginPasskeySignIn } from "./operations/second-factors/begin-passkey-sign-in.ts";
import { checkHalfSignIn } from "./operations/second-factors/check-half-sign-in.ts";
import { completeHalfSignInByPasskey } from "./operations/second-factors/complete-half-sign-in-by-passkey.ts";
import { completeHalfSignIn } from "./operations/second-factors/complete-half-sign-in.ts";
import { completePasskeySignIn } from "./operations/second-factors/complete-passkey-sign-in.ts";
import { getSecondFactors } from "./operations/second-factors/get-second-factors.ts";
import { offerAuthenticatorApp } from "./operations/second-factors/offer-authenticator-app.ts";
import { offerPasskey } from "./operations/second-factors/offer-passkey.ts";
import { removeAuthenticatorApp } from "./operations/second-factors/remove-authenticator-app.ts";
import { removePasskey } from "./operations/second-factors/remove-passkey.ts";
import { renamePasskey } from "./operations/second-factors/rename-passkey.ts";
import { renewRecoveryCodes } from "./operations/second-factors/renew-recovery-codes.ts";
import { checkSession } from "./operations/sessions/check-session.ts";
import { createSession } from "./operations/sessions/create-session.ts";
import { endOwnSession } from "./operations/sessions/end-own-session.ts";
import { getAccessMark } from "./operations/sessions/get-access-mark.ts";
import { noteDeliveries } from "./operations/usage/note-deliveries.ts";
import { noteEvents } from "./operations/usage/note-events.ts";
import { noteRequests } from "./operations/usage/note-requests.ts";
import { followChannels } from "./operations/visibility/follow-channels.ts";
import { listUnseenUsers } from "./operations/visibility/list-unseen-users.ts";
import { noteAcquaintance } from "./operations/visibility/note-acquaintance.ts";

export const internalRoutes: readonly InternalRoute<Context>[] = [
  internalRoute(contract.auditHeadOperations.users.head, readAuditHead),
  internalRoute(contract.getAuthState, getAuthState),
  internalRoute(contract.checkApiKey, checkApiKey),
  internalRoute(contract.createSession, createSession),
  internalRoute(contract.checkSession, checkSession),
  internalRoute(contract.getAccessMark, getAccessMark),
  internalRoute(contract.endOwnSession, endOwnSession),
  internalRoute(contract.checkOwnPassword, checkOwnPassword),
  internalRoute(contract.getUsersState, getUsersState),
  internalRoute(contract.registerOperations.users, getRegisterSections),
  internalRoute(contract.createRealm, createRealm),
  internalRoute(contract.changePlan, changePlan),
  internalRoute(contract.noteDeliveries, noteDeliveries),
  internalRoute(contract.noteRequests, noteRequests),
  internalRoute(contract.noteEvents, noteEvents),
  internalRoute(contract.listRealms, listRealms),
  internalRoute(contract.exportedRowsOperations.users, readExportedRows),
  internalRoute(contract.personRowsOperations.users, readPersonRows),
  internalRoute(contract.listConsenting, listConsenting),
  internalRoute(contract.expiringOperations.users, listExpiring),
  internalRoute(contract.importOperations.users.reserve, reserveIds),
  internalRoute(contract.importOperations.users.rows, importRows),
  internalRoute(contract.checkImportRoom, checkImportRoom),
  internalRoute(contract.finishUsersImport, finishUsersImport),
  internalRoute(contract.abandonImport, abandonImport),
  internalRoute(contract.listRecentUsers, listRecentUsers),
  internalRoute(contract.listUnseenUsers, listUnseenUsers),
  internalRoute(contract.noteAcquaintance, noteAcquaintance),
  internalRoute(contract.followChannels, followChannels),
  internalRoute(contract.claimGroups, claimGroups),
  internalRoute(contract.deactivateRealm, deactivateRealm),
  internalRoute(contract.reactivateRealm, reactivateRealm),
  internalRoute(contract.addRealmUser, addRealmUser),
  internalRoute(contract.addRealmBot, addRealmBot),
  internalRoute(contract.rotateKey, rotateKey),
  internalRoute(contract.listSampleMails, listSampleMails),
  internalRoute(contract.getMailState, getMailState),
  internalRoute(contract.mailMissedMessages, mailMissedMessages),
  internalRoute(contract.checkUnsubscription, checkUnsubscription),
  internalRoute(contract.unsubscribeFromMail, unsubscribeFromMail),
  internalRoute(contract.requestPasswordReset, requestPasswordReset),
  internalRoute(contract.requestOrganizationList, requestOrganizationList),
  internalRoute(contract.checkPasswordReset, checkPasswordReset),
  internalRoute(contract.resetPassword, resetPassword),
  internalRoute(contract.createResetLink, createResetLink),
  internalRoute(contract.beginSignIn, beginSignIn),
  internalRoute(contract.completeSignIn, completeSignIn),
  internalRoute(contract.redeemLogInToken, redeemLogInToken),
  internalRoute(contract.signInRemoteUser, signInRemoteUser),
  internalRoute(contract.beginSamlSignIn, beginSamlSignIn),
  internalRoute(contract.receiveSamlResponse, receiveSamlResponse),
  internalRoute(contract.completeSamlSignIn, completeSamlSignIn),
  internalRoute(contract.receiveSamlLogOut, receiveSamlLogOut),
  internalRoute(contract.getSamlMetadata, getSamlMetadata),
  internalRoute(contract.checkHalfSignIn, checkHalfSignIn),
  internalRoute(contract.completeHalfSignIn, completeHalfSignIn),
  internalRoute(contract.getSecondFactors, getSecondFactors),
  internalRoute(contract.offerAuthenticatorApp, offerAuthenticatorApp),
  internalRoute(contract.addAuthenticatorApp, addAuthenticatorApp),
  internalRoute(contract.removeAuthenticatorApp, removeAuthenticatorApp),
  internalRoute(contract.renewRecoveryCodes, renewRecoveryCodes),
  internalRoute(contract.checkCreationOpen, checkCreationOpen),
  internalRoute(contract.requestCreation, requestCreation),
  internalRoute(contract.checkCreation, checkCreation),
  internalRoute(contract.completeCreation, completeCreation),
  internalRoute(contract.offerPasskey, offerPasskey),
  internalRoute(contract.addPasskey, addPasskey),
  internalRoute(contract.renamePasskey, renamePasskey),
  internalRoute(contract.removePasskey, removePasskey),
  internalRoute(contract.completeHalfSignInByPasskey, completeHalfSignInByPasskey),
  internalRoute(contract.beginPasskeySignIn, beginPasskeySignIn),
  internalRoute(contract.completePasskeySignIn, completePasskeySignIn),
  internalRoute(contract.checkScimToken, checkScimToken),
  internalRoute(contract.answerScim, answerScim),
];
