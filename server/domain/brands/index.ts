export { type Brand, findBrand, findBrandSettings, setBrand, setDarkLogo } from "./brands";
export { SetBrand } from "./schema";
