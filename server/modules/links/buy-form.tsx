import type { languageFor } from "#checkout-page/checkout-headers.ts";
import type { Copy } from "#checkout-page/copy/en.ts";
import { Field, FieldError } from "#checkout-page/field.tsx";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { currencyName, formatMoney, moneyOf } from "#core/money";
import type { BuyCopy, BuyFault } from "./copy";
import type { BuyPage } from "./public-link";

export interface BuyData {
  page: BuyPage;
  language: ReturnType<typeof languageFor>;
  t: Copy;
  buy: BuyCopy;
  /** Error of the last submission, and the amount that it was about. */
  fault: BuyFault | null;
  amount: string;
}

type Sale = NonNullable<BuyPage["sale"]>;

/** In the unit of the field, however large: "1,200 kg". */
function inKg(kg: number, language: BuyData["language"]): string {
  return `${kg.toLocaleString(language)}\u00a0kg`;
}

function faultText({ buy, fault, language }: BuyData, { amounts }: Sale): string | null {
  if (fault === null) return null;
  const { minKg, maxKg } = amounts;
  return buy.faults[fault](inKg(minKg, language), inKg(maxKg, language));
}

const optionClass =
  "flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-edge px-3.5 py-2 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-quiet";

function Suggestions({ data, sale }: { data: BuyData; sale: Sale }) {
  const { buy, language, amount } = data;
  const { currency } = sale;
  const first = sale.suggestions.find(({ isInStock }) => isInStock);
  const chosen = sale.suggestions.find(({ kg }) => String(kg) === amount && amount !== "") ?? first;
  const isOther = amount !== "" && String(chosen?.kg) !== amount;
  return sale.suggestions.map(({ kg, price, isInStock }) => (
    <label key={kg} className={optionClass}>
      <input
        type="radio"
        name="amount"
        value={kg}
        disabled={!isInStock}
        defaultChecked={isInStock && !isOther && kg === chosen?.kg}
        className="size-4.5 shrink-0 accent-accent"
      />
      <span className="grow font-medium whitespace-nowrap tabular-nums">
        {formatMass(kg, language)}
      </span>
      <span className="text-right text-[0.9375rem] text-quiet tabular-nums">
        {isInStock ? formatMoney({ minor: price, currency }, language) : buy.notInStock}
      </span>
    </label>
  ));
}

function OwnAmount({ data, sale, error }: { data: BuyData; sale: Sale; error: string | null }) {
  const { buy, language, amount } = data;
  const { minKg, maxKg } = sale.amounts;
  return (
    <Field
      name="own"
      label={buy.own}
      hint={buy.range(inKg(minKg, language), inKg(maxKg, language))}
      error={error ?? undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      defaultValue={amount}
    />
  );
}

/** Suggestions, with another amount shown once that is chosen; or the amount alone. */
function Amounts({ data, sale, error }: { data: BuyData; sale: Sale; error: string | null }) {
  const { buy, amount } = data;
  const { suggestions } = sale;
  if (suggestions.length === 0) return <OwnAmount data={data} sale={sale} error={error} />;
  const isSuggested = suggestions.some(({ kg, isInStock }) => isInStock && String(kg) === amount);
  const isOther =
    suggestions.every(({ isInStock }) => !isInStock) ||
    (!isSuggested && (amount !== "" || error !== null));
  return (
    <fieldset className="group/amounts" aria-describedby={error ? "own-error" : undefined}>
      <legend className="text-[0.9375rem] font-medium">{buy.amount}</legend>
      <div className="mt-2 space-y-2.5">
        <Suggestions data={data} sale={sale} />
        <label className={optionClass}>
          <input
            type="radio"
            name="amount"
            value="other"
            id="other"
            defaultChecked={isOther}
            className="size-4.5 shrink-0 accent-accent"
          />
          <span className="grow font-medium">{buy.other}</span>
        </label>
        <div className="hidden group-has-[#other:checked]/amounts:block">
          <OwnAmount data={data} sale={sale} error={error} />
        </div>
      </div>
    </fieldset>
  );
}

/** Works without scripts: the amount leads to a checkout session of the customer's own. */
export function BuyForm({ data, sale }: { data: BuyData; sale: Sale }) {
  const { page, language, t, buy, fault } = data;
  const text = faultText(data, sale);
  const isAboutAmount = fault?.startsWith("amount.") === true;
  const { creditsExpectedBy: day } = sale;
  return (
    <form method="post" action={`/buy/${page.slug}`} aria-label={buy.form} className="space-y-5">
      <input type="hidden" name="lang" value={language} />
      {text !== null && !isAboutAmount && <FieldError id="notice">{text}</FieldError>}
      <Amounts data={data} sale={sale} error={isAboutAmount ? text : null} />
      {day !== null && (
        <p className="text-[0.9375rem] font-medium">
          {buy.backOrder(page.seller.name, formatDay(day, language))}
        </p>
      )}
      <button
        type="submit"
        className="flex min-h-12 w-full cursor-pointer items-center justify-center rounded-lg bg-accent px-5 py-2 text-center font-medium text-paper hover:bg-accent-strong"
      >
        {buy.submit}
      </button>
      <p className="text-sm text-quiet">
        {t.summary.perTonne(formatMoney(moneyOf(sale, sale.pricePerTonne), language))}
        {" · "}
        {currencyName(sale.currency, language)}. {buy.next}
      </p>
    </form>
  );
}
