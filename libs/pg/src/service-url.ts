/**
 * Returns the address a service uses: the installation's database with the service's own role (named like the service)
 * and its password.
 */
export function serviceDatabaseUrl(adminUrl: string, service: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = service;
  url.password = password;
  return url.href;
}
