import { StyleSheet } from "@react-pdf/renderer";

export const styles = StyleSheet.create({
  head: { marginBottom: 14 },
  eyebrow: { marginTop: 14 },
  issuer: { fontSize: 13, lineHeight: 1.3, fontWeight: 600, letterSpacing: -0.2, maxWidth: 300 },
  parties: { flexDirection: "row", marginTop: 20 },
  party: { width: 240, paddingRight: 24 },
  facts: { flexDirection: "row", flexWrap: "wrap", marginTop: 18, paddingTop: 12 },
  fact: { width: 124, paddingRight: 10 },
  table: { marginTop: 18 },
  row: { flexDirection: "row", paddingTop: 6, paddingBottom: 5 },
  item: { flex: 1, paddingRight: 10 },
  count: { width: 62, textAlign: "right" },
  kg: { width: 84, textAlign: "right" },
  price: { width: 72, textAlign: "right" },
  money: { width: 84, textAlign: "right" },
  sums: { marginLeft: 200, marginTop: 8 },
  sum: { flexDirection: "row", justifyContent: "space-between", paddingTop: 4 },
  total: { fontSize: 13, lineHeight: 1.3, fontWeight: 600 },
  note: { marginTop: 14 },
});
