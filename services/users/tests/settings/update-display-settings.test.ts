import { updateDisplaySettings } from "@team-chat/contract";

import { describeOlderSettings } from "./older-settings.ts";

describeOlderSettings(updateDisplaySettings);
