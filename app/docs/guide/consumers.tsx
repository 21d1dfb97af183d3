import { Operation } from "./section";

export function SellerDetails() {
  return (
    <>
      <p>
        You are the seller. Before you can <Operation id="createCheckoutSession">create</Operation>{" "}
        a live session, fill in the seller details in the dashboard under Settings: legal name,
        address, country, tax ID (or that you have none), support email, and the links to your
        terms, privacy policy, and refund policy. Until then, the response is 403{" "}
        <code>forbidden</code>, and its <code>detail</code> names what is missing. Sender name and
        reply-to address are optional. Test mode works without seller details, and shows them once
        they are there.
      </p>
      <p>
        Page, receipt, and emails name you with these details. Emails come from “your account via
        our domain”, and replies go to you. Customers choose their country and whether they buy as a
        consumer or for a business. The price does not change: it includes the tax that the page
        shows before they pay and the receipt repeats. If the operator has no tax rule for a sale,
        no tax is shown.
      </p>
      <p>
        Consumers in the European Economic Area and the United Kingdom have a right of withdrawal.
        They can agree that their credits are set aside and retired at once, which ends it. Version,
        language, and time of the text that they agreed to are recorded, repeated on the receipt,
        and part of the dashboard and its CSV files. If they do not agree, the order stays{" "}
        <code>placed</code> until the withdrawal period of at least 14 days is over. Its credits
        stay reserved.
      </p>
      <p>
        Until then, customers can withdraw with two clicks, on the page or from the link in their
        receipt. The order becomes <code>cancelled</code>, the rest of the payment is refunded, and
        you receive the same <a href="/docs/webhooks">events</a> as for any cancellation. Do not
        deliver anything that depends on the credits before the order is <code>fulfilled</code>.
      </p>
    </>
  );
}
