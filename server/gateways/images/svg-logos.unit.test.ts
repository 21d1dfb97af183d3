import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { reencodeImage } from "./reencode-image";

type Sample = [x: number, y: number, rgba: string];

interface Logo {
  /** Returns the document with the root's width and height. */
  document(size: string): string;
  ownSize: string;
  sides: [widthPx: number, heightPx: number];
  samples: Sample[];
}

const illustrator: Logo = {
  ownSize: "",
  sides: [1024, 512],
  document: (size) => `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" ${size}
   xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 200 100"
   style="enable-background:new 0 0 200 100;" xml:space="preserve">
<style type="text/css">
  .st0{fill:#E30613;}
  .st1{clip-path:url(#SVGID_2_);fill:url(#SVGID_3_);}
  .st2,.st3{fill:none;stroke:#1D1D1B;stroke-width:4;stroke-miterlimit:10;}
  .st3{stroke-dasharray:8,4;}
  @media print { .st0{fill:#00FF00;} }
</style>
<rect class="st0" width="100" height="50"/>
<g><defs><circle id="SVGID_1_" cx="150" cy="50" r="40"/></defs>
  <clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
  <linearGradient id="SVGID_3_" gradientUnits="userSpaceOnUse" x1="110" y1="50" x2="190" y2="50">
    <stop offset="0" style="stop-color:#0000FF"/><stop offset="1" style="stop-color:#0000FF"/>
  </linearGradient>
  <rect x="100" class="st1" width="100" height="100"/></g>
<polyline class="st2" points="10,90 50,60 90,90 "/><line class="st3" x1="5" y1="95" x2="95" y2="95"/>
</svg>`,
  samples: [
    [100, 100, "e30613ff"],
    [768, 256, "0000ffff"],
    [530, 10, "00000000"],
  ],
};

const inkscape: Logo = {
  ownSize: 'width="60mm" height="30mm"',
  sides: [1024, 512],
  document: (size) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg ${size} viewBox="0 0 60 30" version="1.1" id="svg5"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" sodipodi:docname="logo.svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.7"/>
  <metadata><rdf:RDF><rdf:Description rdf:about=""/></rdf:RDF></metadata>
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="linearGradient1">
      <stop style="stop-color:#008000;stop-opacity:1;" offset="0" id="stop1"/>
      <stop style="stop-color:#008000;stop-opacity:1" offset="1" id="stop2"/>
    </linearGradient>
    <radialGradient xlink:href="#linearGradient1" id="radialGradient2" cx="15" cy="15" fx="15"
       fy="15" r="10" gradientTransform="matrix(1,0,0,1,0,0)" gradientUnits="userSpaceOnUse"/>
  </defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(0,0)">
    <path style="fill:url(#radialGradient2);stroke:#000000;stroke-width:0.5;stroke-linecap:round"
       d="M 5,5 H 25 V 25 H 5 Z" id="path1" sodipodi:nodetypes="ccccc" inkscape:connector-curvature="0"/>
    <use xlink:href="#path1" transform="matrix(0.5,0,0,0.5,35,7.5)" id="use1" style="opacity:0.5"/>
  </g>
</svg>`,
  samples: [
    [256, 256, "008000ff"],
    [540, 20, "00000000"],
  ],
};

const figma: Logo = {
  ownSize: 'width="120" height="120"',
  sides: [1024, 1024],
  document: (
    size,
  ) => `<svg ${size} viewBox="0 0 120 120" fill="none" xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0_1_2)">
<mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="10" y="10" width="50" height="50">
<rect x="10" y="10" width="50" height="50" rx="8" fill="#333333"/>
</mask>
<g mask="url(#mask0_1_2)"><rect width="120" height="120" fill="url(#paint0_linear_1_2)"/></g>
<g filter="url(#filter0_d_1_2)"><path fill-rule="evenodd" clip-rule="evenodd"
d="M70 70h40v40H70V70Zm10 10v20h20V80H80Z" fill="#6750A4"/></g>
<g style="mix-blend-mode:multiply" opacity="0.5"><circle cx="35" cy="90" r="15" fill="black"/></g>
</g>
<defs>
<filter id="filter0_d_1_2" x="66" y="70" width="48" height="48" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
<feFlood flood-opacity="0" result="BackgroundImageFix"/>
<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/>
<feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>
<feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/>
<feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/>
</filter>
<linearGradient id="paint0_linear_1_2" x1="0" y1="0" x2="0" y2="120" gradientUnits="userSpaceOnUse">
<stop stop-color="#FF8800"/><stop offset="1" stop-color="#FF8800"/></linearGradient>
<clipPath id="clip0_1_2"><rect width="120" height="120" fill="white"/></clipPath>
</defs>
</svg>`,
  samples: [
    [298, 298, "ff8800ff"],
    [630, 768, "6750a4ff"],
    [768, 300, "00000000"],
    [298, 768, "00000080"],
  ],
};

async function pixelsOf(image: Buffer) {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, at: (x: number, y: number) => (y * info.width + x) * 4 };
}

describe.each(Object.entries({ illustrator, inkscape, figma }))("a logo of %s", (_name, logo) => {
  it("looks the same, 1024 px wide or high", async () => {
    const bytes = Buffer.from(logo.document(logo.ownSize));
    const image = await reencodeImage({ contentType: "image/svg+xml", bytes });
    const [width, height] = logo.sides;
    expect([image.widthPx, image.heightPx]).toEqual(logo.sides);
    const drawn = await pixelsOf(image.bytes);
    for (const [x, y, rgba] of logo.samples) {
      const at = drawn.at(x, y);
      expect(drawn.data.toString("hex", at, at + 4), `${x},${y}`).toBe(rgba);
    }
    const original = Buffer.from(logo.document(`width="${width}" height="${height}"`));
    const expected = await pixelsOf(await sharp(original).png().toBuffer());
    expect(drawn.data.equals(expected.data)).toBe(true);
  });
});
