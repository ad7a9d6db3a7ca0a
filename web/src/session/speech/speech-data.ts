import { type Sound, speechApi } from '@regie/contract/speech.ts'
import { addressOf } from '../../api/call-api.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { numberFormat } from '../../locales/format.ts'

export const useSpeechState = (customerID: number) => useApi(speechApi.state, { query: { customerID } })
export const useSpeak = () => useApiChange(speechApi.speak)

/** Where the browser fetches what was spoken. */
export const soundAddress = (customerID: number, { sound }: Pick<Sound, 'sound'>) =>
  addressOf(speechApi.sound, { query: { customerID, sound } })

/** How long a sound takes, as digits: 12,4. */
export const formatSeconds = (seconds: number) =>
  numberFormat('seconds', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(seconds)
