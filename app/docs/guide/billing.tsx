import { Operation } from "./section";

export function InvoicesAndBalance() {
  return (
    <>
      <p>
        The operator can set billing terms for your account. Without terms, orders through the API
        are not limited. With terms, each order is charged to your{" "}
        <Operation id="getBalance">balance</Operation> when it is placed, with its tax: deposits if
        your account is <code>prepaid</code>, or a credit limit if it pays by monthly{" "}
        <code>invoice</code>. <code>available_usd_cents</code> is what orders may still cost.
        Checkout sessions are not charged to your balance, because your customers pay for them.
      </p>
      <p>
        An order that your balance does not cover is refused with 402 <code>payment-required</code>,
        and nothing is recorded. Send the same request again, with the same{" "}
        <code>Idempotency-Key</code>, once a payment has arrived. Cancelled orders are given back.
      </p>
      <p>
        After each month (UTC), an <Operation id="listInvoices">invoice</Operation> is issued for
        the orders that were fulfilled in it. It goes to your billing address as a PDF; you can also{" "}
        <Operation id="getInvoice">retrieve</Operation> it as JSON, or with{" "}
        <code>Accept: application/pdf</code>. An issued document never changes. Corrections are
        credit notes, with <code>kind</code> set to <code>credit_note</code> and a number of their
        own. Both are events of the type <code>invoice.issued</code>:{" "}
        <a href="/docs/webhooks" className="link">
          subscribe
        </a>{" "}
        to import them into your books.
      </p>
    </>
  );
}

export function Statements() {
  return (
    <p>
      The <Operation id="getStatement">statement</Operation> of a month has what was ordered, sold
      and billed, with serial numbers and evidence for each order. What was sold in a month is
      billed in the next one, so the two figures of a month differ.
    </p>
  );
}
