import * as contract from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { createResetLink } from "../operations/authentication/create-reset-link.ts";
import { rotateKey } from "../operations/authentication/rotate-key.ts";
import { changePlan } from "../operations/organization/change-plan.ts";
import { createRealm } from "../operations/organization/create-realm.ts";
import { deactivateRealm } from "../operations/organization/deactivate-realm.ts";
import { reactivateRealm } from "../operations/organization/reactivate-realm.ts";
import { methodsOf } from "../policies/authentication/methods.ts";
import { presentDeletion } from "../present/deletion.ts";
import { presentOrganization } from "../present/organization.ts";
import { findDirectory } from "../queries/authentication/directories.ts";
import { findKeptUsage, listDeletionRows } from "../queries/organization/deletions.ts";
import { listRealmPage } from "../queries/organization/listed-realms.ts";
import { listActionRows } from "../queries/organization/operator-actions.ts";
import { loadRealm } from "../queries/organization/realms.ts";
import { shownProvider, signInKinds } from "../values/provider-settings.ts";
import { completeSettings } from "../values/realm-settings.ts";
import { updateSignIn } from "../workflows/authentication/update-sign-in.ts";
import { issueCreationInvitation } from "../workflows/creation/issue-creation-invitation.ts";
import { cancelDeletion, scheduleDeletion } from "../workflows/deletions/schedule-deletion.ts";
import { syncDirectory } from "../workflows/directory/sync-directory.ts";
import { loadUsage } from "../workflows/organization/load-usage.ts";
import { moveOrganization } from "../workflows/organization/move-organization.ts";
import { resetFactors } from "../workflows/second-factors/reset-factors.ts";
import { addressRoutes } from "./address-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { erasureRoutes } from "./erasure-routes.ts";
import { beginExport, openArchive, presentExports } from "./export-routes.ts";
import { findPerson } from "./find-person.ts";
import { holdRoutes } from "./hold-routes.ts";
import {
  giveImportUp,
  keepPiece,
  loadImport,
  prepareImport,
  startToImport,
} from "./import-routes.ts";
import { loadOrganization } from "./load-organization.ts";
import { type OperatorRoute, route } from "./operator-route.ts";
import { personExportRoutes } from "./person-export-routes.ts";
import { scimRoutes } from "./scim-routes.ts";

const operator: Identity = { kind: "service", name: "operator" };

async function subdomainOf(ctx: Context, realmId: number): Promise<string> {
  return (await loadOrganization(ctx, realmId)).organization.subdomain;
}

export const operatorRoutes: readonly OperatorRoute[] = [
  route(contract.listOrganizations, async ({ ctx, input }) => {
    const rows = await listRealmPage(ctx.db, input);
    return { organizations: rows.map((row) => presentOrganization(ctx, row)) };
  }),
  route(contract.createOrganization, async ({ ctx, input }) => {
    const { allow_reserved: allowReserved, owner, ...rest } = input;
    const created = await createRealm(ctx, operator, {
      ...rest,
      allowReserved,
      owner: {
        email: owner.email,
        fullName: owner.full_name,
        password: owner.password,
        canCreateUsers: owner.can_create_users,
        canChangeUserEmails: false,
      },
    });
    return { ...(await loadOrganization(ctx, created.realm.id)), owner: keyOf(created.owner) };
  }),
  route(contract.inviteOrganization, async ({ ctx, input: { days } }) => ({
    url: await issueCreationInvitation(ctx, days),
  })),
  route(contract.getOrganization, ({ ctx, realmId }) => loadOrganization(ctx, realmId)),
  route(contract.updateOrganization, async ({ ctx, input: { force, limits, plan }, realmId }) => {
    const subdomain = await subdomainOf(ctx, realmId);
    const changed = contract.readLimitsChange(limits);
    await changePlan(ctx, operator, { subdomain, plan, limits: changed, force });
    return loadOrganization(ctx, realmId);
  }),
  route(contract.getSignIn, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    const realm = await loadRealm(ctx.db, realmId);
    const kinds = signInKinds(ctx.signIns, realm);
    const directory = await findDirectory(ctx.db, realmId);
    return {
      authentication_methods: methodsOf(completeSettings(realm.settings), kinds),
      identity_providers: realm.ownProviders.map((provider) => shownProvider.parse(provider)),
      saml_providers: [...realm.samlProviders],
      directory: directory?.settings ?? null,
      directory_sync: directory?.sync ?? null,
    };
  }),
  route(contract.updateSignIn, async ({ ctx, input, realmId }) => {
    await loadOrganization(ctx, realmId);
    await updateSignIn(ctx, { realmId, input });
    return loadOrganization(ctx, realmId);
  }),
  ...addressRoutes,
  route(contract.moveOrganization, async ({ ctx, input: { turn }, realmId }) => {
    await loadOrganization(ctx, realmId);
    await moveOrganization(ctx, realmId, turn);
    return loadOrganization(ctx, realmId);
  }),
  ...scimRoutes,
  ...holdRoutes,
  ...personExportRoutes,
  ...erasureRoutes,
  ...auditRoutes,
  route(contract.syncDirectory, async ({ ctx, input: { dry_run: isDryRun, force }, realmId }) => {
    await loadOrganization(ctx, realmId);
    const { signal } = new AbortController();
    return { sync: await syncDirectory(ctx, realmId, { isDryRun, force, signal }) };
  }),
  route(contract.suspendOrganization, async ({ ctx, input: { reason }, realmId }) => {
    await deactivateRealm(ctx, operator, { subdomain: await subdomainOf(ctx, realmId), reason });
    return loadOrganization(ctx, realmId);
  }),
  route(contract.reactivateOrganization, async ({ ctx, realmId }) => {
    await reactivateRealm(ctx, operator, { subdomain: await subdomainOf(ctx, realmId) });
    return loadOrganization(ctx, realmId);
  }),
  route(contract.scheduleDeletion, async ({ ctx, input, realmId }) => {
    await loadOrganization(ctx, realmId);
    await scheduleDeletion(ctx, realmId, input);
    return loadOrganization(ctx, realmId);
  }),
  route(contract.cancelDeletion, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    await cancelDeletion(ctx, realmId);
    return loadOrganization(ctx, realmId);
  }),
  route(contract.listDeletions, async ({ ctx, input: { organization_id: realmId, ...page } }) => {
    const rows = await listDeletionRows(ctx.db, { ...page, realmId });
    return { deletions: rows.map(presentDeletion) };
  }),
  route(contract.replaceAccountKey, async ({ ctx, input: { email }, realmId }) => {
    const account = { subdomain: await subdomainOf(ctx, realmId), email };
    return { account: keyOf(await rotateKey(ctx, operator, account)) };
  }),
  route(contract.createPasswordLink, async ({ ctx, input: { email }, realmId }) =>
    createResetLink(ctx, operator, { subdomain: await subdomainOf(ctx, realmId), email }),
  ),
  route(contract.resetAccountFactors, async ({ ctx, input: { email }, realmId }) => {
    await loadOrganization(ctx, realmId);
    await resetFactors(ctx, await loadRealm(ctx.db, realmId), (tx) =>
      findPerson(tx, realmId, email),
    );
    return {};
  }),
  route(contract.createExport, async ({ ctx, input: { type }, realmId }) => {
    await loadOrganization(ctx, realmId);
    return { export: await beginExport(ctx, { realmId, type }) };
  }),
  route(contract.getExports, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    return { exports: await presentExports(ctx, realmId) };
  }),
  {
    operation: contract.downloadExport,
    handle: async ({ ctx, input, realmId }) => {
      await loadOrganization(ctx, realmId);
      const { export_id: id } = contract.downloadExport.input.parse(input);
      return openArchive(ctx, { realmId, id });
    },
  },
  route(contract.createImport, async ({ ctx, input }) => ({
    organization_id: await prepareImport(ctx, input),
  })),
  {
    operation: contract.addImportPiece,
    handle: async ({ bytes, ctx, input, realmId }) => {
      const { offset } = contract.addImportPiece.input.parse(input);
      return { import: await keepPiece(ctx, realmId, { bytes, offset }) };
    },
  },
  route(contract.beginImport, async ({ ctx, input: { from }, realmId }) => ({
    import: await startToImport(ctx, realmId, from),
  })),
  route(contract.getImport, async ({ ctx, realmId }) => ({
    import: await loadImport(ctx, realmId),
  })),
  route(contract.cancelImport, async ({ ctx, realmId }) => {
    await giveImportUp(ctx, realmId);
    return {};
  }),
  route(contract.getUsage, async ({ ctx, input: { from, to }, realmId }) => {
    const kept = await findKeptUsage(ctx.db, realmId);
    if (kept !== null) {
      const days = kept.filter(({ day }) => day >= from && day <= to);
      return { organization_id: realmId, days };
    }
    await loadOrganization(ctx, realmId);
    return { organization_id: realmId, days: await loadUsage(ctx, { realmId, from, to }) };
  }),
  route(contract.listActions, async ({ ctx, input: { organization_id: realmId, ...page } }) => {
    const rows = await listActionRows(ctx.db, { ...page, realmId });
    return {
      actions: rows.map((row) => ({
        id: row.id,
        organization_id: row.realmId,
        acted_at: Math.floor(row.actedAt.getTime() / 1000),
        key_name: row.keyName,
        operation: row.operation,
        input: row.input,
        request_id: row.requestId,
        state: row.call === null ? ("done" as const) : ("open" as const),
      })),
    };
  }),
];

interface CreatedAccount {
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
}

function keyOf({ apiKey, email, userId }: CreatedAccount) {
  return { user_id: userId, email, api_key: apiKey };
}
