// QR codes as paths. Pure.
import { encodeQR } from "qr";

export interface QrCode {
  /** Path of the dark modules in a square of `size` units, without a margin. */
  path: string;
  size: number;
}

/** Encodes `text` with error correction for a seventh of the code. */
export function qrCode(text: string): QrCode {
  const bordered = encodeQR(text, "raw", { ecc: "medium", border: 1 });
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  let path = "";
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      // One rectangle per run of dark modules, because seams between adjacent ones are visible.
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  }
  return { path, size: modules.length };
}
