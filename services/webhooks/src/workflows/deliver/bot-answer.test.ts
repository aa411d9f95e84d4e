import { describe, test } from "vitest";

import { readBotAnswer } from "./bot-answer.ts";

describe("readBotAnswer", () => {
  test("readBotAnswer refuses what is not JSON, and JSON that is not an object", ({ expect }) => {
    for (const body of ["", "<p>hi</p>", '{"content": "hi"'])
      expect(readBotAnswer(body, 1)).toEqual({ problem: "Invalid JSON in response" });
    for (const body of ["null", "[]", '"hi"', "7", '{"content": {"text": "hi"}}'])
      expect(readBotAnswer(body, 1)).toEqual({ problem: "Invalid response format" });
  });

  test("readBotAnswer finds nothing to post in answers that say so or have no text", ({
    expect,
  }) => {
    const silent = [
      '""',
      "{}",
      '{"content": ""}',
      '{"content": " \\n "}',
      '{"response_not_required": true, "content": "hi"}',
    ];
    for (const body of silent) expect(readBotAnswer(body, 1)).toEqual({ reply: null });
  });

  test("readBotAnswer finds the text under its new and its old name, the old one first", ({
    expect,
  }) => {
    expect(readBotAnswer('{"content": " hi "}', 1)).toEqual({ reply: " hi " });
    expect(readBotAnswer('{"content": 42}', 1)).toEqual({ reply: "42" });
    expect(readBotAnswer('{"response_string": "hi"}', 1)).toEqual({ reply: "hi" });
    expect(readBotAnswer('{"content": "new", "response_string": "old"}', 1)).toEqual({
      reply: "old",
    });
    expect(readBotAnswer('{"response_not_required": false, "content": "hi"}', 1)).toEqual({
      reply: "hi",
    });
  });

  test("readBotAnswer finds the form that goes with the text, as JSON text or as an object", ({
    expect,
  }) => {
    const widget = '{"widget_type":"zform"}';
    const asked = (given: unknown) =>
      readBotAnswer(JSON.stringify({ content: "hi", widget_content: given }), 1);
    expect(asked(widget)).toEqual({ reply: "hi", widget });
    expect(asked({ widget_type: "zform" })).toEqual({ reply: "hi", widget });
    expect(asked(null)).toEqual({ reply: "hi" });
    expect(readBotAnswer('{"content": "", "widget_content": "{}"}', 1)).toEqual({ reply: null });
    expect(readBotAnswer('{"text": "hi", "widget_content": "{}"}', 2)).toEqual({ reply: "hi" });
  });

  test("readBotAnswer finds the text of the Slack form where Slack has it", ({ expect }) => {
    expect(readBotAnswer('{"text": "hi", "content": "no"}', 2)).toEqual({ reply: "hi" });
    expect(readBotAnswer('{"content": "no"}', 2)).toEqual({ reply: null });
    expect(readBotAnswer("[]", 2)).toEqual({ problem: "Invalid response format" });
  });
});
