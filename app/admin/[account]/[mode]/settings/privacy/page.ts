export { default } from "./screen";
