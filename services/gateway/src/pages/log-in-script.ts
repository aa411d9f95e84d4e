/**
 * Functions for scripts of pages. `post(path, fields, headers)` calls an operation; `logIn(email, password)` resolves
 * to the headers with which requests are those of the user, or to what is wrong. What the server refuses is said in the
 * language of the page, as `sayRefusal` does it. The key stays in the page.
 */
export const logInScript = `
const page = document.querySelector("main");
const [before, after] = document.dir === "rtl" ? ["\\u2068", "\\u2069"] : ["", ""];

function said(problem) {
  const words = problem.replace(/\\.$/, "");
  for (const [form, text] of JSON.parse(page.dataset.refusals)) {
    const found = new RegExp(form, "s").exec(words);
    if (!found) continue;
    const filled = text.replaceAll(/\\{(\\w+)\\}/g, (place, name) => before + found.groups[name] + after);
    return words === problem ? filled : filled + ".";
  }
  return problem;
}

async function post(path, fields, headers) {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch("/api/v1" + path, { method: "POST", headers, body });
    const answer = await response.json();
    return answer.result === "success" ? answer : { ...answer, msg: said(answer.msg) };
  } catch {
    return { result: "error", msg: page.dataset.silent };
  }
}

async function logIn(email, password) {
  const login = await post("/fetch_api_key", { username: email, password });
  if (login.result !== "success") return { problem: login.msg };
  const bytes = new TextEncoder().encode(login.email + ":" + login.api_key);
  return { headers: { authorization: "Basic " + btoa(String.fromCharCode(...bytes)) } };
}
`;
