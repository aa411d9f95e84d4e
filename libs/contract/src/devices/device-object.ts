import { z } from "zod";

export const deviceId = z.int().describe("The device");
