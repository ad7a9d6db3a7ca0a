import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Right } from './right-codes.ts'

/** Statutory interest on debts of consumers (art. 6:119 BW), and between companies (6:119a). */
export const rateKinds = ['consumer', 'trade'] as const
export const RateKind = z.enum(rateKinds)
export type RateKind = z.infer<typeof RateKind>

/** From this day on, so many hundredths of a percent a year, until a later rate of its kind begins. */
export const StatutoryRate = z.object({
  kind: RateKind,
  /** yyyy-MM-dd */
  validFrom: z.string(),
  hundredths: z.number(),
})
export type StatutoryRate = z.infer<typeof StatutoryRate>

/** A year before that is one of which a digit is missing. */
const ValidFrom = z.iso.date().check(z.refine((day) => day >= '1990-01-01' && day < '2100-01-01'))
const RateKey = z.object({ kind: RateKind, validFrom: ValidFrom })

/** The law is one for the whole installation, so who looks after that changes its rates. */
export const statutoryRateApi = {
  list: endpoint({
    method: 'GET',
    path: '/statutory-rates',
    access: { right: [Right.viewCases, Right.systemStatus] },
    summary: 'The rates of statutory interest, of each kind the newest first',
    response: z.array(StatutoryRate),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/statutory-rates',
    access: { right: Right.systemStatus },
    summary: 'Set the rate that begins on this day; a rate that begins there already is replaced',
    body: z.object({ ...RateKey.shape, hundredths: z.number().check(z.int(), z.gte(0), z.lte(10_000)) }),
    response: z.array(StatutoryRate),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/statutory-rates/remove',
    access: { right: Right.systemStatus },
    summary: 'Remove the rate that begins on this day: the one before it goes on; the last of its kind stays',
    body: RateKey,
    response: z.array(StatutoryRate),
  }),
}
