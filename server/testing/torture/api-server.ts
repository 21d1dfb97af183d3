// The API alone, on the port that torture gives it: a process to be killed in the middle of requests.
import http from "node:http";
import { listener } from "#rest/listener";

/** What it is started with. */
export interface ApiServerEnv extends Record<string, string> {
  PORT: string;
}

http.createServer(listener).listen(Number(process.env["PORT"]), "127.0.0.1", () => {
  process.stdout.write("The API listens.\n");
});
