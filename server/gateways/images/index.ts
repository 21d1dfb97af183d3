// Pictures that callers send: decoded apart from this process, and drawn again as plain PNG.
export { NotAnImage } from "./image-kinds";
export { reencodeImage } from "./reencode-image";
