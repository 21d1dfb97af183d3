import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { type Style, styles } from "./styles";
import { cell, columnHeader, row, rowHeader, table, tagged } from "./tags";
import { Paragraph } from "./text";

interface Column<Row> {
  title: string;
  style: Style;
  /** A figure or a word, or paragraphs. */
  cell: (row: Row) => ReactNode;
}

function Cell({ style, children }: { style: Style; children: ReactNode }) {
  if (typeof children !== "string") {
    return (
      <View {...cell} style={style}>
        {children}
      </View>
    );
  }
  return (
    <Text {...cell} style={[styles.figure, style].flat()}>
      {children}
    </Text>
  );
}

interface TableProps<Row> {
  /** Stays with the head and the first row. Without one, each page repeats the head. */
  caption?: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  style?: Style;
  headStyle?: Style;
  rowStyle?: Style;
}

/** A table with named columns. */
export function Table<Row extends { key: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, style = styles.table, rowStyle = styles.cells } = props;
  const { headStyle = [styles.cells, { marginTop: 6 }] } = props;
  const head = (
    <View {...row} style={headStyle} fixed={caption === undefined}>
      {columns.map(({ title, style }) => (
        <Text key={title} {...columnHeader} style={[styles.label, style].flat()}>
          {title}
        </Text>
      ))}
    </View>
  );
  const [first, ...others] = rows.map((content) => (
    <View key={content.key} {...row} style={rowStyle} wrap={false}>
      {columns.map(({ title, style, cell: contentOf }) => (
        <Cell key={title} style={style}>
          {contentOf(content)}
        </Cell>
      ))}
    </View>
  ));
  return (
    <View {...table} style={style}>
      {caption === undefined ? (
        <>
          {head}
          {first}
        </>
      ) : (
        <View wrap={false}>
          <View {...tagged("Caption")}>{caption}</View>
          {head}
          {first}
        </View>
      )}
      {others}
    </View>
  );
}

interface FigureTableProps {
  caption?: string;
  rows: readonly (readonly [name: string, ...figures: string[]])[];
  /** Styles of the figures. */
  columns: readonly Style[];
  style?: Style;
}

/** A table with named rows. */
export function FigureTable({ caption, rows, columns, style = {} }: FigureTableProps) {
  return (
    <View {...table} style={style} wrap={caption === undefined}>
      {caption !== undefined && (
        <Text {...tagged("Caption")} style={styles.projectName}>
          {caption}
        </Text>
      )}
      {rows.map(([name, ...figures]) => (
        <View key={name} {...row} style={styles.cells}>
          <Paragraph {...rowHeader} style={[styles.text, styles.wide]}>
            {name}
          </Paragraph>
          {figures.map((figure, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
            <Text key={at} {...cell} style={[styles.figure, columns[at] ?? {}].flat()}>
              {figure}
            </Text>
          ))}
        </View>
      ))}
    </View>
  );
}
