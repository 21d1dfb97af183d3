export { fetchDuePictures } from "./fetch-pictures";
export { findPictureFile, listPictures, type PictureSources } from "./pictures";
