import type { LiveState } from '@regie/contract/monitor.ts'
import type { IconName } from '../../ui/icon.tsx'

type Look = { icon: IconName; tone: 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'accent' }

/** How a live state looks; its word is `monitor.states.…`. */
export const liveLooks: Record<LiveState, Look> = {
  calling: { icon: 'phone', tone: 'info' },
  incall: { icon: 'volume', tone: 'primary' },
  human: { icon: 'user', tone: 'success' },
  voicemail: { icon: 'voicemail', tone: 'neutral' },
  script: { icon: 'play', tone: 'primary' },
  transferring: { icon: 'hourglass', tone: 'accent' },
  transferred: { icon: 'headset', tone: 'success' },
  noanswer: { icon: 'stop', tone: 'warning' },
  cooldown: { icon: 'clock', tone: 'neutral' },
}
