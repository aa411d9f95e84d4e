import { readConfig } from "./config.ts";
import { createEchoServer } from "./echo-server.ts";

const config = readConfig();
const server = createEchoServer(config.ECHO_BOT_TOKEN?.reveal());
server.listen(config.ECHO_BOT_PORT, "127.0.0.1");
const stop = () => {
  server.close();
  server.closeAllConnections();
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
