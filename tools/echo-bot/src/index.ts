export { createEchoServer } from "./echo-server.ts";
