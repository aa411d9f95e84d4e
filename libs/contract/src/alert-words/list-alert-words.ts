import { operation } from "../operation.ts";
import { alertWordsResponse } from "./alert-word.ts";

export const listAlertWords = operation({
  name: "listAlertWords",
  method: "GET",
  path: "/users/me/alert_words",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: alertWordsResponse,
  errors: [],
  doc: "List one's alert words",
});
