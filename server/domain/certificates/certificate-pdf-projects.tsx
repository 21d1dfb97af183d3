import { Link, Rect, Svg, Text, View } from "@react-pdf/renderer";
import type { Language } from "#core/language";
import { registryLabel } from "#core/registry-label";
import { CONTENT_WIDTH, colors, Paragraph, shadeOf, pdfStyles as styles, tagged } from "#pdf";
import { certificateCopy } from "./certificate-copy";
import type { Drawn } from "./certificate-pdf-text";
import { namedGoals } from "./goal-names";
import type { CertificateProject, CertificateResource, CertificateRetirement } from "./resource";
import { formatKg, formatShare } from "./rules";
import { formatProjectKg, type RecordNote, recordNotesOf } from "./wording";

const BAR_HEIGHT = 7;
/** Projects with more retirements than this may continue on the next page. */
const MAX_UNBROKEN_RETIREMENTS = 8;
/** More retirements than this are summed by vintage: a list of thousands takes seconds to lay out. */
const MAX_LISTED_RETIREMENTS = 300;

/** Type size of the details. */
type TextType = (typeof styles)["fine"];

function ShareBar({ certificate }: { certificate: CertificateResource }) {
  const { projects, amount_kg: totalKg } = certificate;
  let x = 0;
  return (
    <Svg width={CONTENT_WIDTH} height={BAR_HEIGHT} style={{ marginTop: 7, marginBottom: 11 }}>
      {projects.map((project, index) => {
        const width = (project.amount_kg / totalKg) * CONTENT_WIDTH;
        const left = x;
        x += width;
        if (width === 0) return null;
        return (
          <Rect
            key={project.id}
            x={left}
            y={0}
            // Leaves a hairline between parts; the thinnest share stays visible.
            width={Math.max(width - (index < projects.length - 1 ? 1.5 : 0), 0.75)}
            height={BAR_HEIGHT}
            fill={shadeOf(index)}
          />
        );
      })}
    </Svg>
  );
}

interface QuotationProps {
  /** Its label and a colon, and the registry's words. */
  text: string;
  type: TextType;
  language: Language;
}

/** Registries write in English, whatever the language of the document. */
function Quotation({ text, type, language }: QuotationProps) {
  const [, label = "", quote = ""] = /^([^:]*:)\s*(.*)$/s.exec(text) ?? [];
  const style = [styles.quiet, type];
  return (
    <View style={styles.row}>
      <Text style={[style, { paddingRight: 3 }].flat()}>{label}</Text>
      <Paragraph
        {...tagged("P", { lang: language === "en" ? undefined : "en" })}
        style={[style, { flex: 1 }].flat()}
      >
        {quote}
      </Paragraph>
    </View>
  );
}

interface RetirementProps {
  retirement: CertificateRetirement;
  mode: CertificateResource["mode"];
  type: TextType;
  language: Language;
}

/** The kg that count. Credits that were replaced are struck out. */
function Amount({ retirement, type, language }: Omit<RetirementProps, "mode">) {
  const { amount_kg: kg, replaced_kg: replacedKg } = retirement;
  const style = [styles.text, styles.figures, type, { textAlign: "right" as const }];
  if (replacedKg === kg) {
    return (
      <View style={{ width: 70 }}>
        <Text style={[...style, { color: colors.quiet, textDecoration: "line-through" }]}>
          {formatKg(kg, language)}
        </Text>
      </View>
    );
  }
  return (
    <View style={{ width: 70 }}>
      <Text style={style}>{formatKg(kg - replacedKg, language)}</Text>
      {replacedKg > 0 && (
        <Text style={[...style, { color: colors.quiet }]}>
          {certificateCopy[language].projects.ofKg(formatKg(kg, language))}
        </Text>
      )}
    </View>
  );
}

interface NoteProps {
  note: RecordNote;
  type: TextType;
  language: Language;
}

function Note({ note: { text, quotation, url }, type, language }: NoteProps) {
  return (
    <>
      <Paragraph style={[styles.quiet, type]}>
        {text}
        {url !== null && (
          <Link src={url} style={styles.link}>
            {` ${certificateCopy[language].projects.inRegistry}`}
          </Link>
        )}
      </Paragraph>
      {quotation !== null && <Quotation text={quotation} type={type} language={language} />}
    </>
  );
}

function Retirement({ retirement, mode, type, language }: RetirementProps) {
  const copy = certificateCopy[language];
  const notes = recordNotesOf(retirement, mode, language);
  return (
    <View {...tagged("LI")} style={[styles.row, { marginTop: 2 }]} wrap={false}>
      <Text style={[styles.quiet, styles.figures, type, { width: 66 }]}>
        {copy.pdf.vintage(retirement.vintage_year)}
      </Text>
      <View style={{ flex: 1, paddingRight: 12 }}>
        <Paragraph style={[styles.text, type]}>{retirement.serial_number_range}</Paragraph>
        {notes.map((note) => (
          <Note key={note.text} note={note} type={type} language={language} />
        ))}
      </View>
      <Amount retirement={retirement} type={type} language={language} />
    </View>
  );
}

interface VintageSumProps {
  year: number;
  retirements: CertificateRetirement[];
  language: Language;
}

function VintageSum({ year, retirements, language }: VintageSumProps) {
  const copy = certificateCopy[language].pdf;
  const kg = retirements.reduce((sum, one) => sum + one.amount_kg - one.replaced_kg, 0);
  return (
    <View {...tagged("LI")} style={[styles.row, { marginTop: 2 }]} wrap={false}>
      <Text style={[styles.quiet, styles.figures, { width: 66 }]}>{copy.vintage(year)}</Text>
      <Text style={[styles.text, { flex: 1 }]}>{copy.ranges(retirements.length)}</Text>
      <Text style={[styles.text, styles.figures]}>{formatKg(kg, language)}</Text>
    </View>
  );
}

function Retirements({ project, mode, isSummed, type, language }: ProjectProps) {
  if (!isSummed) {
    return project.retirements.map((retirement) => (
      <Retirement
        key={`${retirement.vintage_year} ${retirement.serial_number_range}`}
        retirement={retirement}
        mode={mode}
        type={type}
        language={language}
      />
    ));
  }
  const byVintage = Map.groupBy(project.retirements, (retirement) => retirement.vintage_year);
  return [...byVintage].map(([year, retirements]) => (
    <VintageSum key={year} {...{ year, retirements, language }} />
  ));
}

interface ProjectProps {
  project: CertificateProject;
  /** The registry's name of it, if the project's is translated. */
  original: string | undefined;
  mode: CertificateResource["mode"];
  shade: string;
  totalKg: number;
  isSummed: boolean;
  type: TextType;
  language: Language;
}

function Registry({ project }: { project: CertificateProject }) {
  const name = registryLabel(project.registry_name, project.registry_id);
  if (project.registry_url === null) return name;
  return (
    <Link src={project.registry_url} style={styles.link}>
      {name}
    </Link>
  );
}

function ProjectHead(props: Omit<ProjectProps, "isSummed" | "mode">) {
  const { project, original, shade, totalKg, type, language } = props;
  const copy = certificateCopy[language].pdf;
  const numbers = project.un_sdg_goals.map(({ number }) => number);
  const goals = namedGoals(numbers, language).map(({ number, name }) => `${number} ${name}`);
  const about = [project.type, project.location_name, project.developer];
  const { methodology } = project;
  return (
    <View wrap={false} minPresenceAhead={20}>
      <View style={styles.row}>
        <Svg width={8} height={8} style={{ marginTop: 3, marginRight: 6 }}>
          <Rect x={0} y={0} width={8} height={8} rx={2} ry={2} fill={shade} />
        </Svg>
        <Paragraph {...tagged("H3")} style={[styles.projectName, { flex: 1, paddingRight: 20 }]}>
          {project.name}
        </Paragraph>
        {project.amount_kg > 0 && project.amount_kg < totalKg && (
          <Text style={[styles.quiet, styles.figures, { paddingTop: 1.5, paddingRight: 8 }]}>
            {formatShare(project.amount_kg, totalKg, language)}
          </Text>
        )}
        <Text style={[styles.projectName, styles.figures]}>
          {formatProjectKg(project.amount_kg, language)}
        </Text>
      </View>
      {original !== undefined && (
        <Quotation text={copy.original(original)} type={type} language={language} />
      )}
      <Paragraph style={[styles.quiet, type]}>{about.filter(Boolean).join(" · ")}</Paragraph>
      <Paragraph style={[styles.quiet, type]}>
        <Registry project={project} />
        {methodology !== null && ` · ${copy.methodology(methodology)}`}
      </Paragraph>
      {goals.length > 0 && (
        <Paragraph style={[styles.quiet, type]}>{copy.goals(goals.join(" · "))}</Paragraph>
      )}
    </View>
  );
}

function Project(props: ProjectProps) {
  return (
    <View
      style={[styles.rule, { paddingTop: 6, paddingBottom: 8 }]}
      wrap={props.project.retirements.length > MAX_UNBROKEN_RETIREMENTS}
    >
      <ProjectHead {...props} />
      <View {...tagged("L")}>
        <Retirements {...props} />
      </View>
    </View>
  );
}

export function Projects({ certificate }: { certificate: Drawn }) {
  const { projects, amount_kg: totalKg, language } = certificate;
  const copy = certificateCopy[language];
  const counted = projects.filter(({ amount_kg: kg }) => kg > 0).length;
  const count = projects.reduce((sum, project) => sum + project.retirements.length, 0);
  return (
    <View style={{ marginTop: 14 }}>
      <View style={styles.between} minPresenceAhead={110}>
        <Text {...tagged("H2")} style={styles.heading}>
          {copy.projects.count(counted)}
        </Text>
        <Text style={styles.heading}>{formatKg(totalKg, language)}</Text>
      </View>
      <ShareBar certificate={certificate} />
      {projects.map((project, index) => (
        <Project
          key={project.id}
          project={project}
          original={certificate.originalNames[project.id]}
          mode={certificate.mode}
          shade={shadeOf(index)}
          totalKg={totalKg}
          isSummed={count > MAX_LISTED_RETIREMENTS}
          type={certificate.isDense ? styles.fine : styles.text}
          language={language}
        />
      ))}
      <View style={[styles.rule, { paddingTop: 8 }]} wrap={false}>
        <Text style={[styles.label, { color: colors.quiet }]}>{copy.sharedTonnes}</Text>
      </View>
    </View>
  );
}
