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

/** The page's own font, which Stripe's frame loads from here, if by https. */
function fonts() {
  if (location.protocol !== "https:") return [];
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => /** @type {Any} */ (rule).type === CSSRule.FONT_FACE_RULE)
    .map((rule) => /** @type {CSSFontFaceRule} */ (rule).style);
  return faces.flatMap((face) => {
    const [, file] = /url\("?((?!data:)[^")]+)"?\)/.exec(face.getPropertyValue("src")) ?? [];
    if (!file || !/^"?Inter /.test(face.getPropertyValue("font-family"))) return [];
    const unicodeRange = face.getPropertyValue("unicode-range");
    return {
      family: "Inter",
      src: `url(${new URL(file, location.href)})`,
      weight: face.getPropertyValue("font-weight"),
      ...(unicodeRange && { unicodeRange }),
    };
  });
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
    currency: place.dataset["currency"],
    // As the server requests it: small test deposits would take days.
    paymentMethodOptions: { us_bank_account: { verification_method: "instant" } },
    appearance: appearance(),
    fonts: fonts(),
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

/**
 * The confirmation that was opened by itself. Kept across pages, because a bank may be another page
 * that returns to this one.
 */
const opened = {
  key: "stripe-opened",
  /** @param {string} secret */
  is: (secret) => sessionStorage.getItem(opened.key) === secret,
  /** @param {string} secret */
  set: (secret) => sessionStorage.setItem(opened.key, secret),
  clear: () => sessionStorage.removeItem(opened.key),
};

/** Opens the bank's window, then lets the server poll the result. @param {HTMLElement} button */
async function openBank(button) {
  const client = openStripe(button);
  const clientSecret = button.dataset["openBank"] ?? "";
  if (!client || button.ariaDisabled) return;
  opened.set(clientSecret);
  button.ariaDisabled = "true";
  const result = await client["handleNextAction"]({ clientSecret }).catch(() => null);
  button.ariaDisabled = null;
  // The customer closed the window, or pays with another device: both can still be completed.
  if (result?.["paymentIntent"]?.["status"] === "requires_action") return;
  if (button.isConnected) button.closest("form")?.requestSubmit();
}

/** @param {HTMLElement} button */
function offerBank(button) {
  button.hidden = false;
  button.addEventListener("click", () => openBank(button));
  if (opened.is(button.dataset["openBank"] ?? "")) {
    // Back from the bank's page: the server reads the result at once.
    if (isReturn) button.closest("form")?.requestSubmit();
  } else void openBank(button);
  isReturn = false;
}

/** Stripe adds this parameter when a bank's page returns; checkout.js removes it from the address. */
let isReturn = new URLSearchParams(location.search).has("payment_intent_client_secret");

document.addEventListener("checkout:sending", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.elements.namedItem("token")) return;
  // Each attempt to pay may need a confirmation of its own.
  opened.clear();
  // The customer may use another provider.
  if (form.dataset["method"] !== "stripe") return;
  /** @type {CustomEvent} */ (event).detail.push(takeToken(form).catch(() => false));
});

document.addEventListener("checkout:updated", () => {
  const place = one('[data-fill="stripe"]');
  if (place && place !== filled) fill(place);
  const button = one("[data-open-bank]");
  if (button?.hidden) offerBank(button);
});

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  if (filled?.isConnected) elements?.["update"]({ appearance: appearance() });
});
