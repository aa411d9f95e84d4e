import { runProcess } from "@team-chat/http";

import { configure } from "./program.ts";

await runProcess([configure(process.env)]);
