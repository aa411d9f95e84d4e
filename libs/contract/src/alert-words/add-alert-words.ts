import { operation } from "../operation.ts";
import { alertWordsParams, alertWordsResponse } from "./alert-word.ts";

export const addAlertWords = operation({
  name: "addAlertWords",
  method: "POST",
  path: "/users/me/alert_words",
  owner: "users",
  auth: "user",
  scope: "all",
  params: alertWordsParams,
  response: alertWordsResponse,
  errors: [],
  doc: "Add alert words\n\nWords that differ in case only are the same.",
});
