// Runs the guide's webhook receivers unchanged; those in other languages are in the endurance lane.
import { testReceivers } from "./webhook-receiver";

testReceivers([
  {
    id: "node",
    file: "receiver.mjs",
    command: process.execPath,
    argsOf: () => ["receiver.mjs"],
  },
  { id: "python", file: "receiver.py", command: "python3", argsOf: () => ["receiver.py"] },
]);
