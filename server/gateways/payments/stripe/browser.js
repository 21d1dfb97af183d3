// Mounts Stripe's card form on the checkout page, and opens the bank's window. Loaded between
// Stripe's script and checkout.js, only if Stripe takes the payment.

/** @typedef {{ [name: string]: any }} Any Stripe's script has no types. */

/** @param {string} selector */
const one = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

let stripe = /** @type {Any | null} */ (null);
let elements = /** @type {Any | null} */ (null);
/** The element that the form is mounted on; an updated page has another one. */
let filled = /** @type {HTMLElement | null} */ (null);

/** @param {HTMLElement} place */
function openStripe(place) {
  const make = /** @type {Any} */ (globalThis)["Stripe"];
  stripe ??= make ? make(place.dataset["key"], { locale: place.dataset["locale"] }) : null;
  return stripe;
}

/** Copies the computed style of our own fields. */
function appearance() {
  const field = getComputedStyle(/** @type {HTMLElement} */ (one("#email")));
  const button = getComputedStyle(/** @type {HTMLElement} */ (one("form button")));
  const hint = getComputedStyle(/** @type {HTMLElement} */ (one("#email-hint")));
  return {
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "stripe",
    labels: "above",
    variables: {
      colorPrimary: button.backgroundColor,
      colorBackground: field.backgroundColor,
      colorText: field.color,
      colorTextSecondary: hint.color,
      colorTextPlaceholder: hint.color,
      fontFamily: "Inter, system-ui, sans-serif",
      fontSizeBase: "16px",
      borderRadius: field.borderRadius,
    },
    rules: {
      ".Input": { border: `1px solid ${field.borderTopColor}`, boxShadow: "none" },
      ".Input:focus": {
        borderColor: button.backgroundColor,
        boxShadow: `0 0 0 1px ${button.backgroundColor}`,
      },
    },
  };
}

/** @param {HTMLElement} place */
function fill(place) {
  filled = place;
  const form = place.closest("form");
  if (form) form.hidden = false;
  const client = openStripe(place);
  const failed = () => {
    place.textContent = place.dataset["notLoaded"] ?? "";
  };
  if (!client) return failed();
  elements = client["elements"]({
    mode: "payment",
    amount: Number(place.dataset["amount"]),
    currency: "usd",
    appearance: appearance(),
  });
  const payment = elements?.["create"]("payment", {
    layout: "tabs",
    fields: { billingDetails: { email: "never" } },
  });
  payment["on"]("loaderror", failed);
  place.textContent = "";
  payment["mount"](place);
}

/** Exchanges the data in Stripe's form for the token that our form sends. @param {HTMLFormElement} form */
async function takeToken(form) {
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("token"));
  token.value = "";
  if (!stripe || !elements) return false;
  // Stripe's form shows errors itself.
  if ((await elements["submit"]())["error"]) return false;
  const email = /** @type {HTMLInputElement} */ (form.elements.namedItem("email")).value.trim();
  const result = await stripe["createConfirmationToken"]({
    elements,
    params: { payment_method_data: { billing_details: { email: email || null } } },
  });
  if (result["error"]) {
    const notice = /** @type {HTMLElement} */ (one("#notice"));
    notice.textContent = result["error"]["message"] ?? "";
    notice.focus();
    return false;
  }
  token.value = result["confirmationToken"]["id"];
  return true;
}

/** Opens the bank's window, then lets the server poll the result. @param {HTMLElement} button */
async function openBank(button) {
  const client = openStripe(button);
  if (!client) return;
  button.ariaDisabled = "true";
  await client["handleNextAction"]({ clientSecret: button.dataset["openBank"] }).catch(() => null);
  button.ariaDisabled = null;
  if (button.isConnected) button.closest("form")?.requestSubmit();
}

document.addEventListener("checkout:sending", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // The customer may use another provider.
  if (form.dataset["method"] === "stripe" && form.elements.namedItem("token")) {
    /** @type {CustomEvent} */ (event).detail.push(takeToken(form).catch(() => false));
  }
});

document.addEventListener("checkout:updated", () => {
  const place = one('[data-fill="stripe"]');
  if (place && place !== filled) fill(place);
  const button = one("[data-open-bank]");
  if (!button?.hidden) return;
  button.hidden = false;
  button.addEventListener("click", () => button.ariaDisabled || openBank(button));
  void openBank(button);
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  if (filled?.isConnected) elements?.["update"]({ appearance: appearance() });
});
