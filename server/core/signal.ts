// Signals within one process: "there is work". They only save waiting; nothing depends on them.
// A diagnostics channel is shared by the whole process, also where a bundler doubles modules.
import { channel } from "node:diagnostics_channel";

const work = channel("carbon-till.work");

/** Tells the process's worker, if it has one, to look for work now. */
export function signalWork(): void {
  work.publish({});
}

/** Calls `listener` at each signal; returns what ends that. */
export function onWork(listener: () => void): () => void {
  work.subscribe(listener);
  return () => work.unsubscribe(listener);
}
