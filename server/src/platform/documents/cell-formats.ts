// How a Dutch spreadsheet reads amounts and moments. A report that PostgreSQL writes by itself has them as SQL, a list that is written row by row as
// functions; a test holds both equal.

/** SQL: an amount in whole cents as euros. */
export const amountSql = (cents: string) => `replace((${cents} / 100.0)::numeric(14, 2)::text, '.', ',')`

/** SQL: an instant by the clock of Amsterdam. */
export const momentSql = (instant: string) => `to_char(${instant} at time zone 'Europe/Amsterdam', 'DD-MM-YYYY HH24:MI')`

/** SQL: a day. */
export const daySql = (day: string) => `to_char(${day}, 'DD-MM-YYYY')`

/** An amount in whole cents as euros; empty where there is none. */
export const amountText = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2).replace('.', ','))

const moment = new Intl.DateTimeFormat('nl-NL', {
  ...{ timeZone: 'Europe/Amsterdam', day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
})

/** An instant by the clock of Amsterdam; empty where there is none. */
export const momentText = (iso: string | null) => (iso === null ? '' : moment.format(new Date(iso)).replace(',', ''))

/** A day; empty where there is none. */
export const dayText = (iso: string | null) => (iso === null ? '' : iso.split('-').reverse().join('-'))
