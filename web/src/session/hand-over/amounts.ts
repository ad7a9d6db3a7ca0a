import { formatMoney } from '../../locales/format.ts'

/** Amounts of several currencies in a row; nothing where there are none. */
export const amountsOf = (amounts: readonly { currency: string; cents: number }[]) =>
  amounts.map(({ cents, currency }) => formatMoney(cents, currency)).join(' + ')
