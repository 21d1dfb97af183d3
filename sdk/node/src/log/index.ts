export * from "./audit.js";
export * from "./certificates.js";
export * from "./checkpoint.js";
export * from "./entry.js";
export * from "./note.js";
export * from "./proof.js";
export { openLog, type ReadFile } from "./source.js";
export * from "./tile.js";
export * from "./tree.js";
