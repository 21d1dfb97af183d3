import { Operation } from "./section";

export function Quotes() {
  return (
    <>
      <p>
        A quote returns <code>amount_kg</code>, a whole number, and its price:{" "}
        <code>price_usd_cents</code>, or <code>currency</code> and <code>price</code> if the account
        has another <a href="/docs/orders#currencies">currency</a>. Request a quote by{" "}
        <Operation id="quoteMass">mass</Operation>, or for an activity that is converted to
        kilograms: <Operation id="quoteTrain">train</Operation>,{" "}
        <Operation id="quoteFlight">flight</Operation>,{" "}
        <Operation id="quoteGroundTransport">ground transport</Operation>,{" "}
        <Operation id="quoteAirFreight">air freight</Operation>,{" "}
        <Operation id="quoteGroundFreight">ground freight</Operation>, or{" "}
        <Operation id="quoteOfficeSpace">office space</Operation>. Fractions of a kilogram are
        rounded up.
      </p>
      <p>
        The price is the number of kilograms times the portfolio&apos;s price per tonne, divided by
        1000 and rounded up to the minor unit, such as a whole cent: at $7.50 per tonne, 25 kg cost
        $0.19. A portfolio has one price for orders through the API and one for checkout sessions.
        Choose between them with <code>source</code>. The portfolio is the one in the request body,
        or else the default of the subaccount, or else the default of the account.
      </p>
      <p>
        Activities are converted with published emission factors. See the{" "}
        <a href="/docs/emission-factors">emission factors</a> in use, with their sources, or{" "}
        <Operation id="listEmissionFactors">list them</Operation> by the API. The operator can
        import others.
      </p>
    </>
  );
}

export function Subaccounts() {
  return (
    <>
      <p>
        If you sell on behalf of others, create a{" "}
        <Operation id="createSubaccount">subaccount</Operation> for each shop, brand, or customer. A
        subaccount has a name, a logo, and optionally its own portfolio. Send the header{" "}
        <code>X-Subaccount-Id</code> to place orders, request quotes, and list objects for a
        subaccount. Certificates then name the subaccount. A blank header counts as absent.
      </p>
      <p>
        An <Operation id="updateSubaccount">update</Operation> replaces all fields, so an email
        address or portfolio that you leave out is removed. A subaccount with orders cannot be{" "}
        <Operation id="deleteSubaccount">deleted</Operation>.
      </p>
      <p>
        A logo is a PNG, JPEG, WebP, or SVG file of up to 5 MiB.{" "}
        <Operation id="uploadSubaccountLogo">Upload the file</Operation> with its content type, or
        have it <Operation id="downloadSubaccountLogo">downloaded</Operation> from an https address.
        For safety, the server redraws every logo as a PNG and never serves the original file.
      </p>
    </>
  );
}

export function Checkout() {
  return (
    <>
      <p>
        To have your customer pay, create a{" "}
        <Operation id="createCheckoutSession">checkout session</Operation> and send the customer to
        its <code>checkout_url</code>. The session uses the checkout price, which is fixed when you
        create the session and is at least 50 cents. An <code>open</code> session expires after 24
        hours, or earlier if you <Operation id="expireCheckoutSession">expire it</Operation>.
      </p>
      <p>
        A completed session creates an order: the session has its ID in <code>order_id</code>, and
        the order has the session&apos;s in <code>checkout_session_id</code>. The text{" "}
        <code>{"{CHECKOUT_SESSION_ID}"}</code> in <code>success_url</code> is replaced with the
        session ID. A customer who returns has not necessarily paid, so{" "}
        <Operation id="getCheckoutSession">retrieve the session</Operation> to check.
      </p>
      <p>
        Customers can enter the name on the certificate, a message, and a website. If you already
        know them, set the session&apos;s <code>beneficiary</code> to prefill the form. The order
        contains what the customer submitted.
      </p>
      <p>
        The page is available in English, German, French, and Spanish. It shows what the customer
        buys and from whom, and it charges once: a second click, a second tab, or a repeated request
        does not charge again. A payment that takes days also completes the session; the order is
        matched when the money arrives and cancelled if it does not. If you{" "}
        <Operation id="cancelOrder">cancel</Operation> an order that is still placed, the customer
        gets a refund. You can also <Operation id="createRefund">refund</Operation> all or a part of
        a payment, even after the order is fulfilled; its credits stay with it. If a payment is
        disputed, its order waits until the dispute is closed. The customer receives a receipt by
        email, a link to the certificate when the credits are set aside, and the final certificate
        as a PDF when all of them are retired at their registries. If a payment is refunded in full
        or lost to a dispute before that, no final certificate is sent.
      </p>
      <p>
        Test keys never charge anyone. Pay with <code>4242 4242 4242 4242</code>, any future
        expiration date, and any three digits. The page lists more test cards, such as cards that
        are declined, require confirmation, take longer, are refunded late, or are disputed. Live
        sessions need a payment provider: they return 403 until the operator has set one up.
      </p>
      <p>
        A checkout never charges for credits that are not there: they are held from the moment the
        customer pays until the order has them, or the payment has failed. If they are gone, the
        page says so before a card is charged, and the session stays open.
      </p>
    </>
  );
}

export function PaymentLinks() {
  return (
    <>
      <p>
        A <Operation id="createPaymentLink">payment link</Operation> sells without code: share its{" "}
        <code>url</code>, <code>/buy/</code> and its <code>slug</code>, on a website, in an email,
        or as a QR code. Any number of customers choose one of the <code>suggested_kg</code> or
        enter an amount from <code>min_kg</code> to <code>max_kg</code>. Each gets a checkout
        session of their own, at the checkout price of that moment. The dashboard creates payment
        links, too: Checkout, New payment link, Reusable link.
      </p>
      <p>
        The page offers only what is in stock, in the same four languages as the checkout, and works
        without scripts. Sessions that it opened have the <code>payment_link_id</code>.{" "}
        <Operation id="updatePaymentLink">Update</Operation> the link at any time, or set its{" "}
        <code>state</code> to <code>paused</code>: the page then says that nothing is on sale. Its
        slug never changes, so that printed codes keep working. Customers go to{" "}
        <code>success_url</code> after payment, or stay on the payment page if you set none.
      </p>
      <p>
        Portfolio and project pages that customers open from the page lead back to it. An address
        with <code>?from=</code> and the slug does the same from your own website.
      </p>
    </>
  );
}

export function Reservations() {
  return (
    <>
      <p>
        Stock is finite. To be sure of credits before your customer decides,{" "}
        <Operation id="createReservation">reserve</Operation> them: <code>amount_kg</code> is kept
        for you at <code>price</code> until <code>expires_on</code>, 15 minutes unless you set{" "}
        <code>expires_in_seconds</code>. Then place an <Operation id="placeOrder">order</Operation>{" "}
        or create a <Operation id="createCheckoutSession">checkout session</Operation> with{" "}
        <code>reservation_id</code> in place of an amount. For a session, reserve with{" "}
        <code>channel</code> set to <code>checkout</code>.
      </p>
      <p>
        Orders that already wait for credits come first, and you can reserve a part of the stock
        only. If there is too little, the response is 409 <code>insufficient-stock</code> with the{" "}
        <code>available_kg</code>. <Operation id="releaseReservation">Release</Operation> what you
        do not need.
      </p>
    </>
  );
}

export function Impact() {
  return (
    <>
      <p>
        <Operation id="getImpactData">Impact data</Operation> summarizes fulfilled orders: the
        total, how much of it the registries have retired, its equivalents in cars, homes, flights,
        and trees, and the kilograms and vintages of each category and project. Only fulfilled
        orders count, by the time they were placed. <code>registry_retired_kgs</code> and{" "}
        <code>pending_kgs</code> add up to <code>total_offset_kgs</code>. <code>from</code> and{" "}
        <code>to</code> take a date or a timestamp. A date in <code>to</code> includes that day.
      </p>
      <p>
        <Operation id="setImpactHostedPageConfig">Configure</Operation> the hosted impact page of
        the account or of a subaccount: whether it is enabled, its <code>sections</code> and
        equivalents, and whether search engines may list it (<code>listed</code>). Share its{" "}
        <code>url</code> with anyone. It shows the total, a map, the months, and each project with
        its vintages and registry. A page that is not enabled returns 404. Pages of test accounts
        are never listed.
      </p>
      <p>
        You can embed the total on other websites: <code>/badge.svg</code> below the page&apos;s
        address is an image, and <code>/card</code> is a small page for an <code>iframe</code>. Copy
        the code from the impact page. Both accept <code>theme</code> (<code>auto</code>,{" "}
        <code>light</code>, <code>dark</code>) and <code>lang</code> (<code>en</code>,{" "}
        <code>de</code>, <code>fr</code>, <code>es</code>). They can be cached for 20 seconds and
        show a change within a minute.
      </p>
    </>
  );
}
