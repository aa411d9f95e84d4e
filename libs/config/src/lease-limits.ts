interface LeaseVariables {
  readonly MAX_LEASES: number;
  readonly LEASE_IDLE_MS: number;
}

/** Reads the fields of `env.leases`, as the outbox takes them. */
export function leaseLimits({ LEASE_IDLE_MS: idleMs, MAX_LEASES: max }: LeaseVariables) {
  return { max, idleMs };
}
