export { runDecoder } from "./run-decoder";
