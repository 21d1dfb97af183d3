// One structured log. What could open a door (keys, cookies, passwords) is cut out before writing.
import { pino } from "pino";
import { env } from "./env";

export const log = pino({
  level: env.CT_LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ["authorization", "cookie", "password", "token", "secret"].flatMap((name) => [
      name,
      `*.${name}`,
      `*.*.${name}`,
    ]),
    censor: "[cut]",
  },
});

export type Log = Pick<typeof log, "debug" | "info" | "warn" | "error">;
