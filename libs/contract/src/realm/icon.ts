/** MiB that an uploaded picture of an organization may have. */
export const maxIconMib = 5;
