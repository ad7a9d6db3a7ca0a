import type { useText } from '../../locales/i18n.tsx'
import { personName } from '../../session/people.ts'

/** Who made an arrangement: a member of staff, or the debtor on the page of a payment link. */
export const makerName = (t: ReturnType<typeof useText>, by: string): string => (by === '' ? t('arrangements.debtor') : personName(by))
