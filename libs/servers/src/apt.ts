import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const aptGet = "/usr/bin/apt-get";

/** Tells whether packages can be installed without asking anybody: root on Debian or a relative. */
export function canAptInstall(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && existsSync(aptGet);
}

/**
 * Installs Debian packages.
 *
 * @throws Error with apt-get's last output.
 */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  process.stderr.write(`Installing ${packages.join(" and ")} with apt-get ...\n`);
  // Waits for nobody: fails while another program fetches the lists, which then are as good.
  const stale = await run(["update"]).then(
    () => "",
    (error: unknown) => `${String(error)}\n`,
  );
  const wait = ["-o", "DPkg::Lock::Timeout=60"];
  await run([...wait, "install", "-y", "--no-install-recommends", ...packages]).catch(
    (error: unknown) => {
      throw new Error(`${stale}${String(error)}`, { cause: error });
    },
  );
}

function run(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(aptGet, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-2000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`apt-get ${args.join(" ")} failed:\n${output.trim()}`));
    });
  });
}
