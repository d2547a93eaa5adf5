/** Millionths of a currency as a person reads them. [PG-16] */

const CODE = /^[A-Z]{3}$/;

/** "0.42 EUR", "$1.20", "less than 0.01 EUR"; small sums keep two digits that say something. */
export const moneyOf = (millionths: number, currency: string): string => {
  const amount = millionths / 1_000_000;
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  const number = amount.toFixed(Math.max(2, digits));
  return CODE.test(currency) || currency.length > 1 ? `${number} ${currency}` : `${currency}${number}`;
};
