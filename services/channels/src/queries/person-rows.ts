/** Tables whose rows stay when somebody is erased: they are numbers, and say whom clients were told of. */
export const stayingTables: readonly string[] = ["subscription", "told_user"];
