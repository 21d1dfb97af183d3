interface File {
  bytes: Uint8Array;
  name: string;
  contentType: string;
  /** Saves the file in place of opening it. */
  isAttachment?: boolean;
}

/** A file of one account or of the operator, which no cache may store. */
export function fileResponse({ bytes, name, contentType, isAttachment }: File): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": contentType,
      "content-disposition": `${isAttachment ? "attachment" : "inline"}; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}

export const pdfResponse = ({ bytes, name }: Pick<File, "bytes" | "name">): Response =>
  fileResponse({ bytes, name, contentType: "application/pdf" });
