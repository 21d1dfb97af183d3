// The page in the words of schema.org, for machines that read pages.
import type { Shown } from "./shown";

interface Props {
  shown: Shown;
  url: string;
  title: string;
}

export function StructuredData({ shown, url, title }: Props) {
  const { name, logo_url, total_offset_kgs, since_date } = shown.impact;
  const data = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    name: title,
    url,
    about: { "@type": "Organization", name, ...(logo_url && { logo: logo_url }) },
    mainEntity: {
      "@type": "PropertyValue",
      name: "Carbon dioxide equivalent retired",
      value: total_offset_kgs,
      unitCode: "KGM",
      unitText: "kg",
      description: `Since ${since_date}`,
    },
  };
  // A name may hold anything, an end of the script too.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any "<".
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
