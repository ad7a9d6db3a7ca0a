import type { Channel } from '@regie/contract/channels.ts'
import type { IconName } from '../ui/icon.tsx'

export const channelIcons = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' } as const satisfies Record<Channel, IconName>
