import type { ProviderSettings } from '@regie/contract/providers.ts'

/** How the Cloud API of Meta is reached for one number. */
export type CloudSettings = Extract<ProviderSettings, { kind: 'whatsapp-cloud' }>
