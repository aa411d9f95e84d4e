import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort, launch } from "@team-chat/servers";

import { RawConnection } from "../http/raw-connection.ts";

const program = "/usr/sbin/nginx";
const readyTimeoutMs = 10_000;

/** Tells whether Debian's package nginx is installed. */
export function hasNginx(): boolean {
  return existsSync(program);
}

/** Starts nginx with one worker on a free port before the server at this address, to which it keeps connections. */
export async function startNginx(target: URL, resources: AsyncDisposableStack): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "team-chat-nginx-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const config = join(folder, "nginx.conf");
  await writeFile(config, configText({ port, target, folder }));
  const url = new URL(target);
  url.port = String(port);
  const launched = await launch({
    command: program,
    args: ["-p", folder, "-c", config, "-e", join(folder, "error.log")],
    cwd: folder,
    env: process.env,
    logFile: join(folder, "output.log"),
    stopSignal: "SIGTERM",
    isReady: () => answers(url),
    pollMs: 50,
    readyTimeoutMs,
  });
  resources.defer(() => launched.stop());
  return url;
}

async function answers(url: URL): Promise<boolean> {
  try {
    const connection = await RawConnection.open(url);
    connection[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

function configText({
  port,
  target,
  folder,
}: {
  readonly port: number;
  readonly target: URL;
  readonly folder: string;
}): string {
  return `daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid ${folder}/pid;
events { worker_connections 19000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_timeout 300s;
  keepalive_requests 1000000;
  upstream product {
    server 127.0.0.1:${target.port};
    keepalive 10000;
    keepalive_timeout 60s;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://product;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host ${target.host};
      proxy_read_timeout 120s;
    }
  }
}
`;
}
