// Content of the preview picture of shared links.
import type { DrawnLine } from "#domain/pictures";
import { DrawnName, HEIGHT, WIDTH } from "#ui/drawn-pictures";
import { LAND, VIEW_BOX } from "#ui/world";
import type { Claim } from "./copy";
import { type Color, palette } from "./embed";

const PAD = 72;

export interface Pictured {
  /** Text that the font has, or a drawing. */
  name: string | DrawnLine;
  /** Data URI. */
  logo: string | null;
  /** Tag on test data; null: live. */
  testTag: string | null;
  /** The owner's color. */
  accent: string;
  /** Null without credits. */
  claim: Claim | null;
  /** "Climate impact since November 3, 2026". */
  since: string;
  /** In place of the claim. */
  nothing: string;
  powered: string;
  /** Coordinates on the map. */
  places: (readonly [x: number, y: number])[];
}

export function color(name: Color): string {
  return palette[name][0];
}

function World({ places, accent }: Pick<Pictured, "places" | "accent">) {
  const [, , width = 1, height = 1] = VIEW_BOX.split(" ").map(Number);
  const wide = 610;
  return (
    <svg
      viewBox={VIEW_BOX}
      width={wide}
      height={(wide * height) / width}
      style={{ position: "absolute", right: -14, bottom: 54 }}
      aria-hidden="true"
    >
      <path d={LAND} fill={color("thread")} fillOpacity="0.5" />
      {[...places]
        .sort((a, b) => a[1] - b[1])
        .map(([x, y]) => (
          <circle
            key={`${x} ${y}`}
            cx={x}
            cy={y}
            r="13"
            fill={accent}
            stroke={color("canvas")}
            strokeWidth="4"
          />
        ))}
    </svg>
  );
}

function Owner({ name, logo, accent }: Pick<Pictured, "name" | "logo" | "accent">) {
  const isText = typeof name === "string";
  const size = isText && name.length > 60 ? 28 : 38;
  const maxWidth = logo === null ? 640 : 500;
  return (
    <div style={{ display: "flex", alignItems: "center", flexGrow: 1, minWidth: 0 }}>
      {logo === null ? (
        <div
          style={{
            ...{ display: "flex", alignItems: "center", justifyContent: "center", flexShrink: 0 },
            ...{ width: 84, height: 84, borderRadius: 20, fontSize: 40 },
            ...{ background: accent, color: color("paper") },
          }}
        >
          {isText && [...name][0]?.toUpperCase()}
        </div>
      ) : (
        // biome-ignore lint/performance/noImgElement: a drawing, not a page.
        <img
          src={logo}
          alt=""
          height={84}
          style={{ maxWidth: 260, objectFit: "contain", borderRadius: 16, flexShrink: 0 }}
        />
      )}
      <div
        style={{
          ...{ marginLeft: 26, fontSize: size, lineHeight: 1.25, letterSpacing: "-0.02em" },
          ...{ display: isText ? "block" : "flex", lineClamp: 2, wordBreak: "break-word" },
          maxWidth,
        }}
      >
        {isText ? name : <DrawnName name={name} height={60} maxWidth={maxWidth} />}
      </div>
    </div>
  );
}

function TestTag({ text }: { text: string }) {
  return (
    <div
      style={{
        ...{ display: "flex", flexShrink: 0, padding: "10px 20px", borderRadius: 12, fontSize: 26 },
        ...{ background: color("warning-soft"), color: color("warning") },
      }}
    >
      {text}
    </div>
  );
}

function Amount({ claim, since, nothing, accent }: Omit<Pictured, "name" | "logo" | "places">) {
  if (claim === null) {
    return <div style={{ fontSize: 88, lineHeight: 1.1, letterSpacing: "-0.04em" }}>{nothing}</div>;
  }
  const { amount, text, pending } = claim;
  const quiet = { color: color("quiet"), letterSpacing: "-0.015em", fontWeight: 500 };
  return (
    <div style={{ display: "flex", flexDirection: "column" }}>
      <div style={{ fontSize: 30, fontWeight: 500, color: accent }}>{since}</div>
      <div
        style={{
          ...{ fontSize: amount.length > 9 ? 104 : 144, lineHeight: 1, letterSpacing: "-0.05em" },
          ...{ marginTop: 16, marginLeft: -6 },
        }}
      >
        {amount}
      </div>
      <div style={{ ...quiet, fontSize: 46, marginTop: 12 }}>{text}</div>
      {pending !== null && <div style={{ ...quiet, fontSize: 30, marginTop: 8 }}>{pending}</div>}
    </div>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <div style={{ display: "flex", alignItems: "center", fontSize: 24, letterSpacing: "-0.02em" }}>
      <svg
        viewBox="0 0 24 24"
        width="40"
        height="40"
        style={{ marginRight: 14 }}
        aria-hidden="true"
      >
        <rect width="24" height="24" rx="7" fill="#0d5c41" />
        <path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#fff" strokeWidth="2.6" />
      </svg>
      {text}
    </div>
  );
}

/** Light only, because the background where it appears is unknown. */
export function Picture({ name, logo, places, ...content }: Pictured) {
  const { accent, testTag, powered } = content;
  return (
    <div
      style={{
        ...{ display: "flex", flexDirection: "column", justifyContent: "space-between" },
        ...{ width: WIDTH, height: HEIGHT, padding: PAD, position: "relative" },
        ...{ fontFamily: "Inter", fontWeight: 600 },
        ...{ background: color("canvas"), color: color("ink") },
      }}
    >
      <World places={places} accent={accent} />
      <div style={{ display: "flex", justifyContent: "space-between", alignItems: "center" }}>
        <Owner name={name} logo={logo} accent={accent} />
        {testTag !== null && <TestTag text={testTag} />}
      </div>
      <Amount {...content} />
      <Mark text={powered} />
    </div>
  );
}
