// What can be sold, and how: quotes, subaccounts, checkout, impact.
import { defaultFactors } from "#domain/catalogue";
import { CO2e } from "#ui/text";
import { Operation } from "./section";

/** "passenger_car_van_or_suv" → "passenger car van or suv". */
const words = (name: string) => name.replaceAll("_", " ");

const units: Record<string, string> = {
  passenger_km: "passenger-km",
  vehicle_km: "vehicle-km",
  tonne_km: "tonne-km",
  square_foot_year: "sq ft, year",
};

function FactorTable() {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <thead className="text-sm text-quiet">
        <tr>
          <th className="py-2 pr-4 font-medium">Activity</th>
          <th className="py-2 text-right font-medium whitespace-nowrap">
            kg of <CO2e />
          </th>
        </tr>
      </thead>
      <tbody>
        {defaultFactors.map(
          ({ activity, fromDistanceKm, unit, kgCo2ePerUnit, source, edition }) => (
            <tr key={`${activity} ${fromDistanceKm}`} className="border-t border-line align-top">
              <td className="py-2.5 pr-4">
                {words(activity)}
                {fromDistanceKm > 0 && `, from ${fromDistanceKm.toLocaleString("en-US")} km on`}
                <span className="mt-0.5 block text-sm text-quiet">
                  {source} ({edition})
                </span>
              </td>
              <td className="py-2.5 text-right whitespace-nowrap">
                <span className="tabular-nums">{kgCo2ePerUnit}</span>
                <span className="mt-0.5 block text-sm text-quiet">per {units[unit] ?? unit}</span>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

export function Quotes() {
  return (
    <>
      <p>
        A quote is two numbers: <code>amount_kg</code>, always whole, and{" "}
        <code>price_usd_cents</code>. Ask by <Operation id="quoteMass">mass</Operation>, or let an
        activity be turned into kilograms: <Operation id="quoteTrain">train</Operation>,{" "}
        <Operation id="quoteFlight">flight</Operation>,{" "}
        <Operation id="quoteGroundTransport">ground transport</Operation>,{" "}
        <Operation id="quoteAirFreight">air freight</Operation>,{" "}
        <Operation id="quoteGroundFreight">ground freight</Operation>,{" "}
        <Operation id="quoteOfficeSpace">office space</Operation>. What is not a whole number of
        kilograms becomes the next one.
      </p>
      <p>
        The price is the kilograms times the portfolio&apos;s price per kg. A portfolio has one
        price for orders through the API and one for checkout sessions: say with <code>source</code>{" "}
        where you will order. The portfolio is the one in the body, else the subaccount&apos;s
        default, else the account&apos;s.
      </p>
      <p>
        Activities are turned into kilograms by published emission factors. These come with the
        product; the operator may import others, and{" "}
        <Operation id="listEmissionFactors">the list of factors</Operation> shows those in force,
        with their sources.
      </p>
      <FactorTable />
    </>
  );
}

export function Subaccounts() {
  return (
    <>
      <p>
        A platform sells for many: each shop, brand or customer is a{" "}
        <Operation id="createSubaccount">subaccount</Operation>, with a name, a logo, perhaps a
        portfolio of its own. The header <code>X-Subaccount-Id</code> places an order for it, quotes
        for it, and lists what is its own; certificates then name the subaccount. A blank header
        counts as absent.
      </p>
      <p>
        An <Operation id="updateSubaccount">update</Operation> replaces all fields: an e-mail
        address or portfolio that is left out is removed. A subaccount with orders cannot be{" "}
        <Operation id="deleteSubaccount">deleted</Operation>.
      </p>
      <p>
        A logo is a PNG, JPEG, WebP or SVG of up to 5 MiB.{" "}
        <Operation id="uploadSubaccountLogo">Send the file</Operation> with its content type, or let
        it be <Operation id="downloadSubaccountLogo">downloaded</Operation> from an https address.
        It is decoded and drawn anew as a PNG, so that nothing a stranger sent is served as it came.
      </p>
    </>
  );
}

export function Checkout() {
  return (
    <>
      <p>
        Where your customer pays, create a{" "}
        <Operation id="createCheckoutSession">checkout session</Operation> and send the customer to
        its <code>checkout_url</code>. Its price is that of the checkout channel, fixed at creation,
        and at least 50 cents. An <code>open</code> session is <code>expired</code> after 24 hours,
        or when you <Operation id="expireCheckoutSession">expire it</Operation> earlier.
      </p>
      <p>
        A completed session results in an order, which has its id in{" "}
        <code>checkout_session_id</code>. The text <code>{"{CHECKOUT_SESSION_ID}"}</code> in{" "}
        <code>success_url</code> is replaced by the session&apos;s id. Don&apos;t take the
        customer&apos;s return for a payment:{" "}
        <Operation id="getCheckoutSession">read the session</Operation>.
      </p>
      <p>
        The customer may say on the page whom the certificate is to name, with a message and a
        website. What you know already, give as the session&apos;s <code>beneficiary</code>: the
        form starts with it, and the order has what the customer made of it.
      </p>
      <p>
        The page speaks English, German, French and Spanish, shows what is bought and from whom, and
        charges once at most: a second click, a second tab or a repeated request pays nothing more.
        A payment that the bank takes days for completes the session, too; its order is matched once
        the money is there, and cancelled where it does not come. If you{" "}
        <Operation id="cancelOrder">cancel</Operation> an order that is still placed, its customer
        gets the money back. The customer is mailed a receipt, and the certificate when it is made.
      </p>
      <p>
        With a test key no money moves. Pay with <code>4242 4242 4242 4242</code>, any date to come
        and any three digits; the page names further cards, that are declined, ask for a
        confirmation, or take their time. A live key needs a payment provider: until the operator
        has set one up, a live session is refused with a 403.
      </p>
    </>
  );
}

export function Impact() {
  return (
    <>
      <p>
        <Operation id="getImpactData">Impact data</Operation> sums up what was retired: the total,
        what it is equal to in cars, homes, flights and trees, and each category and project with
        its kilograms and vintages. Only fulfilled orders count, by the time at which they were
        made. <code>from</code> and <code>to</code> take a date or a timestamp; a date in{" "}
        <code>to</code> includes that day.
      </p>
      <p>
        How the hosted impact page is shown is{" "}
        <Operation id="setImpactHostedPageConfig">configured</Operation> for the account or for each
        subaccount: whether it is shown, which <code>sections</code> and equivalents it has, and
        whether search engines may have it, by <code>listed</code>. Its address, <code>url</code>,
        can be given to anybody: it shows the total, a map, the months, and each project with its
        vintages and its registry. A page that is not enabled is a 404. Pages of test accounts are
        never listed.
      </p>
      <p>
        Other sites can show the total, too: <code>/badge.svg</code> below that address is a
        picture, <code>/card</code> a small page for an <code>iframe</code>, and the page itself has
        the lines to copy. Both take <code>theme</code> (<code>auto</code>, <code>light</code>,{" "}
        <code>dark</code>), <code>size</code> (<code>small</code>, <code>medium</code>,{" "}
        <code>large</code>) and <code>lang</code> (<code>en</code>, <code>de</code>, <code>fr</code>
        , <code>es</code>), may be kept for 20 seconds, and tell of a retirement within a minute.
      </p>
    </>
  );
}
