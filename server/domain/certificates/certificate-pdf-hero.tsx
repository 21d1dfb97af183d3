// The head of the certificate's PDF: how much is retired, for whom, and what they say.
import { Link, Text, View } from "@react-pdf/renderer";
import { formatMass } from "#core/mass";
import { CONTENT_WIDTH, colors, styles } from "./certificate-pdf-styles";
import type { Drawn } from "./certificate-pdf-texts";
import { Words } from "./certificate-pdf-words";

/** Longer texts are set in smaller type. */
export const LONG = 160;

function nameStyle(name: string) {
  if (name.length > LONG) return styles.nameLong;
  return name.length > 50 ? styles.nameMedium : styles.nameShort;
}

function Message({ message }: { message: string }) {
  return (
    <View style={styles.message}>
      <Words style={[message.length > LONG ? styles.fine : styles.lead, { color: colors.quiet }]}>
        {message}
      </Words>
    </View>
  );
}

function Website({ url, address }: { url: string; address: string }) {
  return (
    <Words style={[address.length > LONG ? styles.fine : styles.text, { marginTop: 3 }]}>
      <Link src={url} style={styles.link}>
        {address}
      </Link>
    </Words>
  );
}

/** The beneficiary, with what they want to say and where they are found. */
function Beneficiary({ drawn }: { drawn: Drawn }) {
  const { beneficiary, address } = drawn;
  const { name, message, url } = beneficiary;
  const isLong = [name, message, address].some((text) => (text?.length ?? 0) > LONG);
  return (
    <View style={isLong ? { width: CONTENT_WIDTH } : {}}>
      <Words style={nameStyle(name)}>{name}</Words>
      {url !== null && address !== null && <Website url={url} address={address} />}
      {message !== null && <Message message={message} />}
    </View>
  );
}

export function Hero({ drawn }: { drawn: Drawn }) {
  const isRetired = drawn.state === "fulfilled";
  return (
    <View style={styles.hero}>
      <Text style={styles.eyebrow}>
        {isRetired ? "Certificate of carbon credit retirement" : "Order, not yet retired"}
      </Text>
      <Text style={[styles.amount, { marginTop: 4 }]}>
        {formatMass(drawn.amount_kg)}
        <Text style={styles.unit}> of CO₂e</Text>
      </Text>
      <Text style={[styles.lead, { color: colors.quiet, marginTop: 6 }]}>
        {isRetired ? "retired on behalf of" : "to be retired on behalf of"}
      </Text>
      <Beneficiary drawn={drawn} />
      <Words style={[styles.lead, { marginTop: 12 }]}>{drawn.statement}</Words>
    </View>
  );
}
