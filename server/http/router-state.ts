// Next answers 500 to a router state that it cannot read, and writes a stack trace to the log.
import type http from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";

const NAME = "next-router-state-tree";

/** Drops a router state that Next cannot read. Without it, Next answers with the whole page. */
export function dropUnreadableRouterState(headers: http.IncomingHttpHeaders): void {
  try {
    parseAndValidateFlightRouterState(headers[NAME]);
  } catch {
    delete headers[NAME];
  }
}
