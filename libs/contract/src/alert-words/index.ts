import { addAlertWords } from "./add-alert-words.ts";
import { listAlertWords } from "./list-alert-words.ts";
import { removeAlertWords } from "./remove-alert-words.ts";

export { addAlertWords, listAlertWords, removeAlertWords };

export const alertWordsOperations = [listAlertWords, addAlertWords, removeAlertWords] as const;
