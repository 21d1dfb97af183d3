export { type DrawnLine, getDrawnLine } from "./drawn-line";
export { fetchDuePictures } from "./fetch-pictures";
export { findPictureFile, listPictures, type PictureSources } from "./pictures";
