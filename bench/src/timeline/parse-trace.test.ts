import { expect, test } from "vitest";

import { parseTrace } from "./parse-trace.ts";

const text = `# tracer: nop
#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
      MainThread-4601    [001] d..2. 85844.851409: sched_switch: prev_comm=MainThread prev_pid=4601 prev_prio=120 prev_state=S ==> next_comm=bash next_pid=4812 next_prio=120
          <idle>-0       [000] d.h3. 85844.851418: sched_waking: comm=nats-server pid=4527 prio=120 target_cpu=001
 my-own-program-4812     [001] ..... 85844.851532: sys_writev(fd: 0x1b, vec: 0x560d126904a0, vlen: 2)
`;

test("a trace is read as who ran, who was woken up by whom, and who wrote to what, in ms of the wanted clock", () => {
  const parsed = parseTrace(text, 85_844_000);
  expect(parsed.map((event) => ({ ...event, at: Math.round(event.at * 1000) }))).toEqual([
    { kind: "run", at: 851_409, core: 1, thread: 4812 },
    { kind: "wake", at: 851_418, by: 0, thread: 4527 },
    { kind: "write", at: 851_532, thread: 4812, call: "writev", descriptor: 27 },
  ]);
});
