// The other end of `renderPdfApart`.
import { type Rendered, type Rendering, renderPdf } from "#domain/certificates";

const send = (message: Rendered) => process.send?.(message);

/** Renders the certificates that the parent sends, one at a time. */
export function serveRenderings(): void {
  process.once("disconnect", () => process.exit());
  process.on("message", ({ certificate, options }: Rendering) => {
    renderPdf(certificate, options).then(
      (bytes) => send({ bytes }),
      (error: unknown) => send({ error: String(error) }),
    );
  });
}
