import type { FactorType } from '@regie/contract/two-factor.ts'
import type { IconName } from '../../ui/icon.tsx'

export const factorIcons = { app: 'mobile', sms: 'sms', email: 'mail', passkey: 'fingerprint' } satisfies Record<FactorType, IconName>
