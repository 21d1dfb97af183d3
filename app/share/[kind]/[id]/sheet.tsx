// Content of the preview pictures of certificates, projects, portfolios and the home page.
import type { DrawnLine } from "#domain/pictures";
import { DrawnName, HEIGHT, WIDTH } from "#ui/drawn-pictures";
import { LAND, VIEW_BOX } from "#ui/world";

export interface SheetContent {
  /** Owner, or the product. */
  name: string | DrawnLine;
  /** Data URI of a logo. */
  logo: string | null;
  accent: string;
  eyebrow: string;
  title: string;
  subtitle: string;
  /** Ends the subtitle, where the pictures' font lacks a letter of the name. */
  beneficiary?: DrawnLine | null;
  /** Tag on test data; null: live. */
  testTag: string | null;
  /** Null on the product's own pictures, which show the host. */
  powered: string | null;
  host: string;
  place: readonly [x: number, y: number] | null;
}

export const colors = { canvas: "#f3f5f2", ink: "#14201a", quiet: "#56635b", thread: "#a9cbb8" };

function World({ place, accent }: Pick<SheetContent, "place" | "accent">) {
  const [, , width = 1, height = 1] = VIEW_BOX.split(" ").map(Number);
  const wide = 640;
  return (
    <svg
      viewBox={VIEW_BOX}
      width={wide}
      height={(wide * height) / width}
      style={{ position: "absolute", right: -20, bottom: 40 }}
      aria-hidden="true"
    >
      <path d={LAND} fill={colors.thread} fillOpacity="0.35" />
      {place !== null && (
        <circle
          cx={place[0]}
          cy={place[1]}
          r="18"
          fill={accent}
          stroke={colors.canvas}
          strokeWidth="5"
        />
      )}
    </svg>
  );
}

function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <rect width="24" height="24" rx="7" fill="#0d5c41" />
      <path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#fff" strokeWidth="2.6" />
    </svg>
  );
}

function Head({ name, logo, testTag }: Pick<SheetContent, "name" | "logo" | "testTag">) {
  return (
    <div style={{ display: "flex", alignItems: "center", justifyContent: "space-between" }}>
      <div style={{ display: "flex", alignItems: "center" }}>
        {logo === null ? (
          <Mark size={64} />
        ) : (
          // biome-ignore lint/performance/noImgElement: a drawing, not a page.
          <img src={logo} alt="" height={72} style={{ maxWidth: 240, objectFit: "contain" }} />
        )}
        <div
          style={{
            ...{ marginLeft: 24, fontSize: 34, lineClamp: 1 },
            display: typeof name === "string" ? "block" : "flex",
            maxWidth: logo === null ? 640 : 500,
          }}
        >
          {typeof name === "string" ? name : <DrawnName name={name} height={54} maxWidth={500} />}
        </div>
      </div>
      {testTag !== null && (
        <div
          style={{
            ...{ display: "flex", padding: "10px 20px", borderRadius: 12, fontSize: 26 },
            ...{ flexShrink: 0, marginLeft: 24 },
            ...{ background: "#fdf1d8", color: "#7a4a00" },
          }}
        >
          {testTag}
        </div>
      )}
    </div>
  );
}

/** Light only, because the background where it appears is unknown. */
export function Sheet(content: SheetContent) {
  const { accent, eyebrow, title, subtitle, powered } = content;
  return (
    <div
      style={{
        ...{ display: "flex", flexDirection: "column", justifyContent: "space-between" },
        ...{ width: WIDTH, height: HEIGHT, padding: 72, position: "relative" },
        ...{ fontFamily: "Inter", fontWeight: 600, letterSpacing: "-0.02em" },
        ...{ background: colors.canvas, color: colors.ink },
      }}
    >
      <World place={content.place} accent={accent} />
      <Head {...content} />
      <div style={{ display: "flex", flexDirection: "column", maxWidth: 900 }}>
        <div style={{ fontSize: 30, fontWeight: 500, color: accent }}>{eyebrow}</div>
        <div
          style={{
            ...{ display: "block", lineClamp: 3, marginTop: 14, lineHeight: 1.08 },
            fontSize: title.length > 30 ? 60 : title.length > 14 ? 78 : 124,
          }}
        >
          {title}
        </div>
        <div
          style={{
            ...{ display: "block", lineClamp: 2, marginTop: 18, fontSize: 34, fontWeight: 500 },
            color: colors.quiet,
          }}
        >
          {subtitle}
        </div>
        {content.beneficiary && <DrawnName name={content.beneficiary} height={64} maxWidth={900} />}
      </div>
      <div style={{ display: "flex", alignItems: "center", fontSize: 24, color: colors.quiet }}>
        {powered !== null && <Mark size={32} />}
        <div style={{ marginLeft: powered === null ? 0 : 12 }}>{powered ?? content.host}</div>
      </div>
    </div>
  );
}
