import * as z from 'zod/mini'
import { channels } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/**
 * Money counts for the channel of the last contact before it that arrived, at most so many days earlier: a message that did not fail, a letter that the
 * print shop has, or a call that somebody or a voicemail picked up, by us to the same case. Money without such a contact counts for none. One rule, for every screen and file.
 */
export const attributionDays = 30

/** Prices are in euros, so that only euros are set against them. */
export const costCurrency = 'EUR'

/** Where money counts: a channel, letters by post, or none where no contact came before it. */
export const costPlaces = [...channels, 'letter', 'none'] as const
export type CostPlace = (typeof costPlaces)[number]

const number = z.number()
const counts = {
  /** Messages, letters and calls that left. */
  contacts: number,
  /** Those of them of which nobody knows the price. */
  unpriced: number,
  /** What the others cost, in hundredths of a cent. */
  costHundredths: number,
  payments: number,
  receivedCents: number,
}
const CostCounts = z.object(counts)
export type CostCounts = z.infer<typeof CostCounts>
const CostRow = z.object({ scriptID: number, script: z.string(), place: z.enum(costPlaces), ...counts })
export type CostRow = z.infer<typeof CostRow>
const PlaceCosts = z.object({ place: z.enum(costPlaces), ...counts })
export type PlaceCosts = z.infer<typeof PlaceCosts>

export const noCosts: CostCounts = { contacts: 0, unpriced: 0, costHundredths: 0, payments: 0, receivedCents: 0 }

/** Several as one. */
export function sumOfCosts(all: readonly CostCounts[]): CostCounts {
  const sum = (of: (one: CostCounts) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    contacts: sum(({ contacts }) => contacts),
    unpriced: sum(({ unpriced }) => unpriced),
    costHundredths: sum(({ costHundredths }) => costHundredths),
    payments: sum(({ payments }) => payments),
    receivedCents: sum(({ receivedCents }) => receivedCents),
  }
}

/** The same rows by channel, each in its place, also those that have nothing. */
export const costsByPlace = (rows: readonly (CostCounts & { place: CostPlace })[]): PlaceCosts[] =>
  costPlaces.map((place) => ({ place, ...sumOfCosts(rows.filter((row) => row.place === place)) }))

/** What was spent, in hundredths of a cent; null where there were contacts and nobody knows the price of any of them. */
export const knownCost = ({ contacts, unpriced, costHundredths }: CostCounts): number | null =>
  contacts > 0 && unpriced === contacts ? null : costHundredths

/** Euros spent for each euro received. Null: nothing was spent or nothing came in, or of some contacts nobody knows the price, so that it would be too low. */
export function costPerEuro({ contacts, unpriced, costHundredths, receivedCents }: CostCounts): number | null {
  return contacts === 0 || unpriced > 0 || receivedCents <= 0 ? null : costHundredths / 100 / receivedCents
}

const asked = {
  customerID: Id,
  scriptID: z.optional(Id),
  /** The first and the last day, both within it; the last thirty where they are left out. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
}
const days = { from: z.iso.date(), to: z.iso.date() }

/** The report of costs by channel, on the screen of what works. Demos are left out. */
export const costReportApi = {
  figures: endpoint({
    method: 'GET',
    path: '/reports/costs',
    access: { right: Right.reportScripts },
    budget: 'analysis',
    summary:
      'By script and channel: messages, letters and calls that left, what they cost, and the money that came in after a contact by that channel; by channel those of as many days before',
    query: z.object(asked),
    response: z.object({
      ...days,
      rows: z.array(CostRow),
      before: z.object({ ...days, places: z.array(PlaceCosts) }),
      /** What came in in other currencies, which counts for no channel. */
      otherMoney: z.array(z.object({ currency: z.string(), payments: number, receivedCents: number })),
    }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/reports/costs/file',
    access: { right: Right.exportReports, also: [Right.reportScripts] },
    budget: 'export',
    audited: true,
    summary: 'What the report shows, as CSV: a line for each script and channel. Formulas are neutralised',
    query: z.object({ ...asked, locale: Locale }),
    file: 'text/csv',
  }),
}
