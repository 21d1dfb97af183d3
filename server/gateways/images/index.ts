// Uploaded images, decoded in another process and redrawn as plain PNG.
export { NotAnImage } from "./image-kinds";
export { reencodeImage } from "./reencode-image";
