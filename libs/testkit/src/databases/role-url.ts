import { rolePassword } from "../role-password.ts";

/** Returns the URL of a database for a role that the migrations made with `rolePassword`, from the superuser's. */
export function roleUrl(adminUrl: string, role: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(role);
  url.password = rolePassword;
  return url.href;
}
