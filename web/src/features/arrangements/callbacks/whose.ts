import { CallbackOwner } from '@regie/contract/arrangements.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useColleagues } from '../arrangements-data.ts'

/** Whose call-backs an address asks for: nothing is the whole team's, a number those of one colleague. */
export function askedFor(whose: string): { whose?: CallbackOwner; userID?: number } {
  if (/^[1-9]\d*$/.test(whose)) return { whose: 'team', userID: Number(whose) }
  return { whose: CallbackOwner.safeParse(whose).data ?? 'team' }
}

/** May this stand in the address? */
export const isWhose = (value: string) => /^[1-9]\d*$/.test(value) || (value !== 'team' && CallbackOwner.safeParse(value).success)

/** The choices of the filter, colleagues by name, and the words of the one that is chosen. */
export function useWhoseOptions(customerID: number, whose: string) {
  const t = useText()
  const { data: colleagues = [] } = useColleagues(customerID)
  const options = [
    { value: '', label: t('arrangements.callbacks.team') },
    { value: 'reach', label: t('arrangements.callbacks.everyone') },
    { value: 'mine', label: t('arrangements.callbacks.mine') },
    { value: 'anyone', label: t('arrangements.callbacks.free') },
    ...colleagues.map(({ userID, name }) => ({ value: String(userID), label: t('arrangements.callbacks.of', { name }) })),
  ]
  return { options, nameOf: options.find(({ value }) => value === whose)?.label ?? '' }
}
