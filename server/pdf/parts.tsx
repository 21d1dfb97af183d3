import { Path, Rect, Svg, Text, View } from "@react-pdf/renderer";
import { colors, styles } from "./styles";

/** The product's mark and name. */
export function Brand() {
  return (
    <View style={styles.brand}>
      <Svg width={15} height={15} viewBox="0 0 24 24">
        <Rect x={0} y={0} width={24} height={24} rx={7} ry={7} fill={colors.accent} />
        <Path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#ffffff" strokeWidth={2.6} />
      </Svg>
      <Text style={styles.brandName}>Carbon Till</Text>
    </View>
  );
}

export function TestNotice({ children }: { children: string }) {
  return (
    <View style={styles.notice}>
      <Text style={styles.noticeText}>{children}</Text>
    </View>
  );
}

/** Says that characters are missing. */
export function MissingNote({ children }: { children: string }) {
  return <Text style={styles.label}>{children}</Text>;
}
