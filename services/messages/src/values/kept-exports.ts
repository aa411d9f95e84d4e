/** Time for which exports of holds are kept after they have ended (docs/legal-holds.md#asking-for-an-export). */
export const keptMs = 604_800_000;
