/** Fields of a device without push notifications, which are all, since there is no service to register one with. */
const unregistered = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
} as const;

/** Presents a user's devices by id, as the user's clients see them. */
export function presentDevices(
  devices: readonly { readonly id: number }[],
): Readonly<Record<string, object>> {
  return Object.fromEntries(devices.map(({ id }) => [String(id), unregistered]));
}
