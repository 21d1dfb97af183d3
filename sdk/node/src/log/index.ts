export * from "./checkpoint.js";
export * from "./entry.js";
export * from "./note.js";
export * from "./proof.js";
export * from "./tile.js";
export * from "./tree.js";
