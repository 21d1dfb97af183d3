// Styles of PDFs, in points.
import { StyleSheet, type View } from "@react-pdf/renderer";
import type { ComponentProps } from "react";

export type Style = NonNullable<ComponentProps<typeof View>["style"]>;

export const colors = {
  ink: "#14201a",
  quiet: "#56635b",
  line: "#d9dfd9",
  accent: "#0d5c41",
  thread: "#a9cbb8",
  testThread: "#d3d3cc",
  warning: "#7a4a00",
  warningSoft: "#fdf1d8",
};

/** Colors of the projects in order; they repeat after the last. */
const SHADES = ["#0d5c41", "#4f9873", "#a3ccb5", "#1f4e5f", "#6796a6", "#b5d0d9"];

export function shadeOf(index: number): string {
  return SHADES[index % SHADES.length] ?? colors.accent;
}

const MARGIN = 48;
export const CONTENT_WIDTH = 595.28 - 2 * MARGIN;

// The line height applies to the font size of the same style and is not inherited.
const small = { fontSize: 7.5, lineHeight: 1.4 };
const body = { fontSize: 8.5, lineHeight: 1.45 };

export const styles = StyleSheet.create({
  page: {
    paddingTop: 44,
    paddingBottom: 58,
    paddingHorizontal: MARGIN,
    color: colors.ink,
  },
  row: { flexDirection: "row" },
  section: { marginTop: 22 },
  table: { marginTop: 12 },
  cells: { flexDirection: "row", marginTop: 3 },
  /** Takes the width that others leave. */
  wide: { flex: 1, paddingRight: 8 },
  between: { flexDirection: "row", justifyContent: "space-between", alignItems: "flex-start" },
  rosette: { position: "absolute", top: -112, right: -112, width: 350, height: 350 },
  brand: { flexDirection: "row", alignItems: "center", gap: 6 },
  owner: { flexDirection: "row", alignItems: "center", gap: 9, minHeight: 30 },
  ownerLogo: { height: 30, maxWidth: 110, objectFit: "contain" },
  ownerName: { fontSize: 12, lineHeight: 1.25, fontWeight: 600, letterSpacing: -0.1 },
  brandName: { fontSize: 10, lineHeight: 1.2, fontWeight: 600, letterSpacing: -0.1 },
  notice: {
    alignSelf: "flex-start",
    marginTop: 16,
    paddingVertical: 6,
    paddingHorizontal: 10,
    borderRadius: 4,
    backgroundColor: colors.warningSoft,
  },
  noticeText: { ...body, fontWeight: 600, color: colors.warning },
  hero: { marginTop: 48, width: 362 },
  eyebrow: { ...body, fontWeight: 500, color: colors.accent },
  amount: { fontSize: 46, lineHeight: 1.15, fontWeight: 600, letterSpacing: -1.6 },
  unit: { fontSize: 20, fontWeight: 500, letterSpacing: -0.4, color: colors.quiet },
  lead: { fontSize: 10.5, lineHeight: 1.5 },
  nameShort: { fontSize: 20, lineHeight: 1.25, fontWeight: 600, letterSpacing: -0.3 },
  nameMedium: { fontSize: 14, lineHeight: 1.3, fontWeight: 600, letterSpacing: -0.1 },
  nameLong: { fontSize: 8, lineHeight: 1.35, fontWeight: 600 },
  message: {
    marginTop: 8,
    paddingLeft: 10,
    borderLeftWidth: 1.5,
    borderLeftColor: colors.thread,
  },
  messageFromTheRight: {
    marginTop: 8,
    paddingRight: 10,
    borderRightWidth: 1.5,
    borderRightColor: colors.thread,
  },
  heading: { fontSize: 13, lineHeight: 1.3, fontWeight: 600, letterSpacing: -0.2 },
  projectName: { fontSize: 10, lineHeight: 1.35, fontWeight: 600 },
  text: body,
  fine: { fontSize: 6.5, lineHeight: 1.35 },
  figures: { fontFeatureSettings: ["tnum"] },
  figure: { ...body, fontFeatureSettings: ["tnum"] },
  quiet: { ...body, color: colors.quiet },
  label: { ...small, color: colors.quiet, marginBottom: 1 },
  link: { color: colors.accent, textDecoration: "none" },
  rule: { borderTopWidth: 0.75, borderTopColor: colors.line },
  footer: {
    position: "absolute",
    left: MARGIN,
    right: MARGIN,
    bottom: 24,
    paddingTop: 8,
    borderTopWidth: 0.75,
    borderTopColor: colors.line,
  },
});
