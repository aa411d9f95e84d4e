import { operation } from "../operation.ts";
import { alertWordsParams, alertWordsResponse } from "./alert-word.ts";

export const removeAlertWords = operation({
  name: "removeAlertWords",
  method: "DELETE",
  path: "/users/me/alert_words",
  owner: "users",
  auth: "user",
  scope: "all",
  params: alertWordsParams,
  response: alertWordsResponse,
  errors: [],
  doc: "Remove alert words\n\nWords that are not there are passed over.",
});
