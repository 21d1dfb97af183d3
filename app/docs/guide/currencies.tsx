import { Operation } from "./section";

export function Currencies() {
  return (
    <>
      <p>
        An account has one currency, in live and in test mode. Each object with an amount names it
        in <code>currency</code>, as a code such as <code>usd</code> or <code>eur</code>. Amounts
        are whole numbers in its minor units: a <code>price</code> of 1250 is $12.50 or €12.50, and
        ¥1,250, because the yen has no decimals.
      </p>
      <p>
        Fields that end in <code>_usd_cents</code> are for accounts in US dollars, where they repeat
        the amount. In other currencies they are null, and a request with one is a 400: send{" "}
        <code>total_price</code>, not <code>total_price_usd_cents</code>, to{" "}
        <Operation id="placeOrder">order</Operation> for a budget. Programs that use only{" "}
        <code>currency</code> and the fields without a suffix work for every account.
      </p>
    </>
  );
}
