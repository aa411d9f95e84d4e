import { listSecondFactors } from "./list-second-factors.ts";
import { resetSecondFactors } from "./reset-second-factors.ts";

export { listSecondFactors, resetSecondFactors };

export const secondFactorsOperations = [listSecondFactors, resetSecondFactors] as const;
