// Whom the certificate names, and in the fold below it what else it may say of them.
import { Field, LongField } from "./field";
import { ChevronIcon } from "./icons";
import { errorOf, type Shown } from "./shown";

/** More than is taken, so that what is too long is told and not cut off. */
const MOST_LETTERS = 600;

export function BeneficiaryFields({ shown }: { shown: Shown }) {
  const { page, t } = shown;
  const { form } = t;
  const [message, url] = [page.beneficiary?.message ?? "", page.beneficiary?.url ?? ""];
  const errors = { message: errorOf(shown, "message"), url: errorOf(shown, "url") };
  const isNameless = shown.faults.includes("beneficiary.missing");
  const isOpen = [message, url, errors.message, errors.url, isNameless].some(Boolean);
  const plain = { autoComplete: "off", maxLength: MOST_LETTERS };
  return (
    <div>
      <Field
        name="beneficiary"
        label={form.beneficiary}
        aside={form.optional}
        hint={form.beneficiaryHint(page.seller.name)}
        error={errorOf(shown, "beneficiary")}
        defaultValue={page.beneficiary?.name ?? ""}
        {...plain}
      />
      <details className="group mt-1" open={isOpen}>
        <summary className="-mx-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft [&::-webkit-details-marker]:hidden">
          <ChevronIcon />
          {form.beneficiaryMore}
        </summary>
        <div className="mt-2 space-y-4">
          <LongField
            name="message"
            label={form.message}
            hint={form.messageHint}
            error={errors.message}
            rows={3}
            defaultValue={message}
            {...plain}
          />
          <Field
            name="url"
            label={form.url}
            error={errors.url}
            type="url"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            defaultValue={url}
            {...plain}
          />
        </div>
      </details>
    </div>
  );
}
