import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { WebAddress } from './web-address.ts'

const Days = (most: number) => z.number().check(z.int(), z.gte(1), z.lte(most))
const Amount = z.number().check(z.int(), z.gte(1), z.lte(1_000_000))

/** What a debtor may do by themselves on the page of a payment link of one customer. */
const settings = {
  /** May a part be paid now, and no less than how much of it. */
  partAllowed: z.boolean(),
  partMinCents: Amount,
  /** May a plan of instalments be chosen: of so many at most, each of at least so much. */
  planAllowed: z.boolean(),
  planPartsMax: z.number().check(z.int(), z.gte(2), z.lte(12)),
  planPartMinCents: Amount,
  /** May a day be chosen on which all is paid, so many days from today at most. */
  dayAllowed: z.boolean(),
  dayDaysMax: Days(60),
  /** How long outreach waits for who says that they cannot pay now; null: until staff has looked. */
  hardshipDays: z.nullable(Days(90)),
  /** Who helps with debts, as it stands on the page; empty is left out. */
  helpName: z.string().check(z.trim(), z.maxLength(60)),
  helpUrl: WebAddress('selfService.urlInvalid'),
  helpPhone: z.string().check(z.trim(), z.regex(/^([0-9+][0-9 ()-]{3,24})?$/, 'selfService.phoneInvalid')),
  /** May a message be written, a moment be chosen to be called. */
  messageAllowed: z.boolean(),
  callbackAllowed: z.boolean(),
  /** Once they have said who they are: may they read what was sent, correct how they are reached, say how they want to be. */
  lettersAllowed: z.boolean(),
  detailsAllowed: z.boolean(),
  wishesAllowed: z.boolean(),
}

const SelfServiceRules = z.object(settings)
export type SelfServiceRules = z.infer<typeof SelfServiceRules>

export const SelfService = z.object({ customerID: z.number(), ...settings, version: z.number() })
export type SelfService = z.infer<typeof SelfService>

/** What holds for a customer that never said otherwise: all that helps who owes, and costs nothing. */
export const usualRules: SelfServiceRules = {
  partAllowed: true,
  partMinCents: 1000,
  planAllowed: true,
  planPartsMax: 3,
  planPartMinCents: 2500,
  dayAllowed: true,
  dayDaysMax: 14,
  hardshipDays: 14,
  helpName: 'Geldfit',
  helpUrl: 'https://geldfit.nl',
  helpPhone: '0800-8115',
  messageAllowed: true,
  callbackAllowed: true,
  lettersAllowed: true,
  detailsAllowed: true,
  wishesAllowed: true,
}

const CustomerId = z.object({ customerID: Id })

export const selfServiceApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/self-service',
    access: { right: Right.changeProviders },
    summary: 'What a debtor may do by themselves on the page of a payment link',
    params: CustomerId,
    response: SelfService,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/self-service',
    access: { right: Right.changeProviders },
    summary: 'Change what a debtor may do by themselves on the page of a payment link',
    savedAs: [{ entity: 'selfService', param: 'customerID' }],
    params: CustomerId,
    body: z.object({ ...settings, version: Version }),
    response: SelfService,
  }),
}
