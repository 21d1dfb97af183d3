// How certificates and serial numbers are checked, by people and by programs.
import { CodeBlock } from "#ui/code-block";
import { verifySample } from "./samples";
import { Operation } from "./section";

export function Verification() {
  return (
    <>
      <p>
        Anybody can check a retirement, without a key. People do so at <a href="/verify">/verify</a>
        , with a serial number, an order number or a certificate&apos;s link; the address of what
        they see can be shared. Programs <Operation id="verify">ask the API</Operation> by exactly
        one of <code>serial</code>, <code>order_number</code> and <code>certificate_url</code>:
      </p>
      <CodeBlock label="Who has a serial number" code={verifySample()} />
      <ul>
        <li>
          <code>data</code> has the certificates: whether, when, by which order and for whom, as the
          certificates themselves tell it. It is empty where nothing is known; that is no error.
        </li>
        <li>
          One serial number stands for a tonne, which several certificates may share.{" "}
          <code>matched_kg</code> is each one&apos;s part in the serial numbers that you asked for,
          and <code>serials</code> sums up: of <code>asked_kg</code>, <code>retired_kg</code> are
          retired here. Of a range, the first 50 retirements are told; <code>has_more</code> says
          that there are others.
        </li>
        <li>
          <code>in_registry</code> says that the registry&apos;s own list of retirements names the
          serial numbers. With a <code>retired_kg</code> of 0, they were retired outside of this
          service.
        </li>
        <li>
          Each entry has its <code>mode</code>. What is <code>test</code> is made up: nothing real
          was retired.
        </li>
        <li>
          What is in stock and not retired is told as what nobody knows: with an empty answer.
        </li>
      </ul>
      <p>
        Checks are counted by the caller&apos;s address: see <a href="#rate-limits">rate limits</a>.
      </p>
    </>
  );
}
