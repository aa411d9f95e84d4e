/** Tables that outlive an organization: why it could not be taken in, in numbers and words of ours. */
export const lastingTables: readonly string[] = ["realm_import"];
