// Uploaded images, decoded in another process and redrawn as plain PNG.
export { NotAnImage } from "./image-kinds";
export { reencodeImage, resizePicture, shrinkLogo } from "./reencode-image";
