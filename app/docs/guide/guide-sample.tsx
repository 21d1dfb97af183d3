import { sampleOf } from "#docs/samples/tabs";
import { Replacements } from "#ui/replacements";
import { SampleTabs } from "#ui/sample-tabs";
import { findGuideRequest, type GuideRequestName } from "./sample-requests";

interface Props {
  request: GuideRequestName;
  label: string;
}

/** A request of the guide in each language. */
export function GuideSample({ request, label }: Props) {
  const { operation, values } = findGuideRequest(request);
  const { tabs, replacements } = sampleOf(operation, values);
  return (
    <div className="space-y-2">
      <SampleTabs id={request} label={label} tabs={tabs} />
      <Replacements replacements={replacements} />
    </div>
  );
}
