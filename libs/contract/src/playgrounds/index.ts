import { addPlayground } from "./add-playground.ts";
import { removePlayground } from "./remove-playground.ts";

export { addPlayground, removePlayground };

export const playgroundsOperations = [addPlayground, removePlayground] as const;
