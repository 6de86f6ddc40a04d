// Fractions as the lab counts them: whole numbers of any length, rounded only where they are printed.

import { region, word } from "./i18n.js";

const DIGITS = 4, LONGEST = 20; // of a percentage, and of a denominator that is still printed

/** A fraction "num/den" as two whole numbers. */
export const fractionOf = (text) => text.split("/").map(BigInt);

/** A fraction as a decimal with so many digits, rounded half away from nothing: exact, whatever its length. */
export function decimalOf(text, digits = DIGITS + 2) {
  const [num, den] = fractionOf(text);
  const scale = 10n ** BigInt(digits), size = num < 0n ? -num : num;
  const rounded = String((2n * size * scale + den) / (2n * den)).padStart(digits + 1, "0");
  return `${num < 0n ? "-" : ""}${rounded.slice(0, -digits)}.${rounded.slice(-digits)}`;
}

/** "4.6081%" of a fraction; with `turned`, what the other side has. */
export function percentOf(text, turned = false, digits = DIGITS) {
  const told = new Intl.NumberFormat(region(), { style: "percent", minimumFractionDigits: digits });
  const share = decimalOf(text, digits + 2);
  return told.format(turned ? minus(share) : share).replace("-", "−");
}

const minus = (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`);

/** "93,815/2,035,852", or how long it is where nobody would read it. */
export function fractionText(text, turned = false) {
  const [num, den] = fractionOf(text);
  const digits = String(den).length;
  if (digits > LONGEST) return word("fraction-of-digits", { n: digits });
  const written = new Intl.NumberFormat(region());
  return `${written.format(turned ? -num : num).replace("-", "−")}/${written.format(den)}`;
}
