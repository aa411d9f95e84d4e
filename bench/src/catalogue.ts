import type { Bench } from "./bench.ts";
import { floors } from "./benches/floors.ts";

/** Every bench, in the order of the list that `npm run bench` prints. */
export const catalogue: readonly Bench[] = [floors];
