// Runs on every page of the description of the API. On the index it shows the operations that have all words typed, in
// their text or in the names of their parameters; on other pages the form leads to the index. `/` goes to the search,
// Enter to the first operation found.
const form = document.querySelector("form[role=search]");
const input = form.elements.q;
const items = [...document.querySelectorAll(".chapter li")];
const found = document.getElementById("found");
const show = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of document.querySelectorAll(".chapter")) {
    const heading = section.querySelector("h2").textContent;
    let any = false;
    for (const item of section.querySelectorAll("li")) {
      const text = (heading + " " + item.textContent + " " + item.dataset.words).toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) {
        any = true;
        count += 1;
      }
    }
    section.hidden = !any;
    section.querySelector("details").open = words.length > 0;
  }
  for (const part of document.querySelectorAll(".rules")) part.hidden = words.length > 0;
  document.querySelector("main").classList.toggle("searching", words.length > 0);
  found.hidden = words.length === 0;
  found.textContent = count === 1 ? "1 operation" : count + " operations";
};
if (items.length > 0) {
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
  input.addEventListener("input", () => {
    show();
    history.replaceState(
      null,
      "",
      input.value === "" ? location.pathname : "?q=" + encodeURIComponent(input.value),
    );
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = items.find((item) => !item.hidden);
    if (input.value.trim() !== "" && first) location.href = first.querySelector("a").href;
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  event.preventDefault();
  input.focus();
  input.select();
});
