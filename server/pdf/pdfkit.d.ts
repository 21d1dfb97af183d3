// Its types (@types/pdfkit) lag behind: they lack the marks of PDF/UA.
declare module "pdfkit";
