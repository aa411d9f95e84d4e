import { describe, expect, test } from "vitest";

import { composeMail } from "./compose-mail.ts";

const head = { name: "Ada & <Friends>", url: "https://ada.example.com", language: "en" } as const;
const letter = {
  subject: "Reset <your> password",
  paragraphs: ["First & foremost.", "Second."],
  action: { label: "Reset", url: "https://ada.example.com/reset/abc" },
  note: "It works for a day.",
};

describe("an e-mail (docs/behaviour/mail.md#form)", () => {
  test("an e-mail as text has its link on a line of its own, and ends with who sent it", () => {
    expect(composeMail(letter, head).text).toBe(
      [
        "First & foremost.",
        "Second.",
        "Reset:\nhttps://ada.example.com/reset/abc",
        "It works for a day.",
        "-- \nAda & <Friends>\nhttps://ada.example.com\n",
      ].join("\n\n"),
    );
  });

  test("an e-mail as HTML says the same, escaped, and loads nothing", () => {
    const { html } = composeMail(letter, head);
    expect(html).toContain("First &#38; foremost.");
    expect(html).toContain("Ada &#38; &#60;Friends&#62;");
    expect(html).toContain('href="https://ada.example.com/reset/abc"');
    expect(html).not.toMatch(/<Friends>|<script|<img|url\(|src=/);
  });

  test("an e-mail shows addresses to choose from under their names, escaped", () => {
    const links = [{ label: "Engines & <Co>", url: "https://engines.example.com" }];
    const { html, text } = composeMail({ subject: "Yours", paragraphs: ["These:"], links }, head);
    expect(text).toContain("These:\n\nEngines & <Co>:\nhttps://engines.example.com\n\n-- ");
    expect(html).toContain('href="https://engines.example.com"');
    expect(html).toContain("Engines &#38; &#60;Co&#62;");
  });

  test("an e-mail without action and note has neither", () => {
    const { html, text } = composeMail({ subject: "Hello", paragraphs: ["Only this."] }, head);
    expect(text).toBe("Only this.\n\n-- \nAda & <Friends>\nhttps://ada.example.com\n");
    expect(html).not.toContain('class="button"');
  });

  test("an e-mail quotes people under their names, and says last why it came and how to end it", () => {
    const quotations = [{ sender: "Ada & Co", html: "<p>Hi <b>you</b></p>", text: "Hi\n\nyou" }];
    const foot = {
      text: "You asked.",
      links: [{ label: "Stop", url: "https://ada.example.com/x" }],
    };
    const mail = composeMail({ subject: "News", paragraphs: ["In #a"], quotations, foot }, head);
    expect(mail.text).toBe(
      "In #a\n\nAda & Co:\n  Hi\n\n  you\n\n-- \nAda & <Friends>\nhttps://ada.example.com\n\nYou asked.\n\nStop:\nhttps://ada.example.com/x\n",
    );
    expect(mail.html).toContain("<p>Hi <b>you</b></p>");
    expect(mail.html).toContain("Ada &#38; Co");
    expect(mail.html).toContain('href="https://ada.example.com/x"');
  });
});
