import type { SelfService } from '@regie/contract/self-service.ts'
import { groupedAmount, readAmount } from '../../locales/amount.ts'

const allowed = [
  'partAllowed',
  'planAllowed',
  'dayAllowed',
  'messageAllowed',
  'callbackAllowed',
  'lettersAllowed',
  'detailsAllowed',
  'wishesAllowed',
] as const
export type Allowed = (typeof allowed)[number]

/** What a debtor may do, as it is typed. */
export function draftOf(row: SelfService) {
  const { customerID: _customer, version: _version, partMinCents, planPartMinCents, ...rest } = row
  return { ...rest, partMin: groupedAmount(partMinCents), planPartMin: groupedAmount(planPartMinCents) } as Draft
}
export type Draft = Omit<SelfService, 'customerID' | 'version' | 'partMinCents' | 'planPartMinCents' | 'planPartsMax' | 'dayDaysMax'> & {
  partMin: string
  planPartMin: string
  planPartsMax: number | null
  dayDaysMax: number | null
}

/** The same as it is sent; null while a figure is missing. */
export function rulesOf({ partMin, planPartMin, planPartsMax, dayDaysMax, ...rest }: Draft) {
  const [partMinCents, planPartMinCents] = [readAmount(partMin), readAmount(planPartMin)]
  if (partMinCents === null || planPartMinCents === null || planPartsMax === null || dayDaysMax === null) return null
  return { ...rest, partMinCents, planPartMinCents, planPartsMax, dayDaysMax }
}
