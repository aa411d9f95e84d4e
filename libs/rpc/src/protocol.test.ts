import { readFileSync } from "node:fs";
import path from "node:path";

import { test } from "vitest";

import { frameHead, frameType as handshakeFrames } from "./frames/frame.ts";
import { AnswerBatch, frameType as pollFrames } from "./polls/poll-protocol.ts";
import {
  decodeCost,
  decodeNumber,
  decodeRequest,
  encodeAnswerHead,
  encodeCost,
  encodeNumber,
  encodeRequest,
  frameType,
} from "./protocol.ts";
import { jsonHeaders } from "./request.ts";

// Processes of two releases speak with each other while one is rolled out: whoever has to change these bytes gives the
// protocol a new number.

/** Bytes in hexadecimal digits, and how a test writes them: with blanks between the fields. */
const hex = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString("hex");
const fields = (digits: string) => digits.replaceAll(" ", "");
const head = {
  method: "GET",
  target: "/a",
  identity: { kind: "service", name: "x" },
  headers: ["b", "é"],
} as const;
const headText =
  '{"method":"GET","target":"/a","identity":{"kind":"service","name":"x"},"headers":["b","é"]}';

test("a frame begins with its length, type and number", ({ expect }) => {
  expect(hex([frameHead(frameType.request, 0x01020304, 258)])).toBe(fields("00000107 05 01020304"));
});

test("frames have the types that the last release knows", ({ expect }) => {
  expect(Object.entries(frameType)).toEqual([
    ["request", 5],
    ["abandon", 6],
    ["more", 7],
    ["parted", 8],
    ["answer", 9],
    ["beginning", 10],
    ["piece", 11],
    ["lastPiece", 12],
    ["stopping", 13],
    ["broken", 14],
    ["tellsVersions", 15],
    ["askVersion", 16],
    ["version", 17],
    ["cost", 18],
  ]);
});

test("a request is the length of its head, the head and the body", ({ expect }) => {
  const body = Buffer.from("ff00", "hex");
  const bytes = Buffer.from(headText);
  const expected = `0000005c${bytes.toString("hex")}ff00`;
  expect(hex(encodeRequest(head, body))).toBe(expected);
  expect(decodeRequest(Buffer.from(expected, "hex"))).toEqual({ head, body });
});

test("an answer begins with status, length of the body, length of the headers and the headers", ({
  expect,
}) => {
  const plain = encodeAnswerHead({ status: 200, headers: jsonHeaders, body: [] }, 5);
  expect(hex([plain])).toBe(fields("00c8 00000005 00000000"));
  const other = encodeAnswerHead({ status: 404, headers: ["a", "b"], body: [] }, 0);
  expect(hex([other])).toBe(fields(`0194 00000000 00000009 ${hex([Buffer.from('["a","b"]')])}`));
});

test("a version is a double, and none is empty", ({ expect }) => {
  expect(hex([encodeNumber(7)])).toBe("401c000000000000");
  expect(decodeNumber(Buffer.from("401c000000000000", "hex"))).toBe(7);
  expect(decodeNumber(Buffer.alloc(0))).toBeNull();
});

test("a cost is the processor time and the database time in microseconds", ({ expect }) => {
  const cost = { processorUs: 258, databaseUs: 7 };
  expect(hex([encodeCost(cost)])).toBe(fields("00000102 00000007"));
  expect(decodeCost(Buffer.from("0000010200000007", "hex"))).toEqual(cost);
  expect(decodeCost(encodeCost({ processorUs: 2 ** 40, databaseUs: 0 })).processorUs).toBe(
    2 ** 32 - 1,
  );
});

test("answers of polls that begin alike have a status, the shared beginning, and number and end of each", ({
  expect,
}) => {
  const batch = new AnswerBatch(200, Buffer.from("ab"));
  batch.add(3, "c");
  batch.add(4, "é");
  expect(hex(batch.parts())).toBe(fields("00c8 00000002 6162 00000003 0001 63 00000004 0002 c3a9"));
});

test.for([
  ["Handshake", handshakeFrames],
  ["Requests", frameType],
  ["Polls", pollFrames],
] as const)("README.md lists every type of frame under %s", ([title, types], { expect }) => {
  const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  const [, section = ""] = readme.split(`### ${title}\n`);
  const [rows = ""] = section.split("\n### ");
  const listed = [...rows.matchAll(/^\| (?<type>\d+ [a-z ]+?) \|/gm)].map(([, type]) => type);
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  expect(listed).toEqual(Object.entries(types).map(([name, type]) => `${type} ${words(name)}`));
});
