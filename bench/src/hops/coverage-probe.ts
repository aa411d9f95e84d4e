// Loaded into every process of a stack whose hops are counted (`--import`), never in production: says which functions
// ran since it was asked last.
import { rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { createServer } from "node:net";
import { join } from "node:path";

const folder = process.env["COVERAGE_PROBE_DIR"];

/** Functions that ran, as the places where they begin and end, by the address of their file. */
type Ran = Readonly<Record<string, readonly string[]>>;

async function takeRan(session: Session): Promise<Ran> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const files = result.map(({ functions, url }): readonly [string, readonly string[]] => [
    url,
    functions.flatMap(({ ranges: [own] }) =>
      own !== undefined && own.count > 0 ? [`${own.startOffset}-${own.endOffset}`] : [],
    ),
  ]);
  return Object.fromEntries(files.filter(([url, ran]) => ran.length > 0 && isOurs(url)));
}

function isOurs(url: string): boolean {
  return url.startsWith("file:") && !url.includes("/node_modules/");
}

if (folder !== undefined) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const place = join(folder, `${process.pid}.sock`);
  const server = createServer((socket) => {
    void takeRan(session).then((ran) => socket.end(JSON.stringify(ran)));
    socket.on("error", () => undefined);
  });
  server.listen(place).unref();
  process.once("exit", () => rmSync(place, { force: true }));
}
