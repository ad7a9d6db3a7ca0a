import { providerApi } from '@regie/contract/providers.ts'
import { whatsappWebApi } from '@regie/contract/whatsapp-web.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

// A code is there as soon as WhatsApp gives it.
const apartMs = 300

/** How the paired number of a customer stands, live. */
export function usePairing(customerID: number) {
  useLiveUpdates({ topic: 'pairing', customerID }, [whatsappWebApi.status], apartMs)
  return useApi(whatsappWebApi.status, { query: { customerID } })
}

const refresh = [whatsappWebApi.status, providerApi.list]
export const usePair = () => useApiChange(whatsappWebApi.pair, { refresh })
export const useScan = () => useApiChange(whatsappWebApi.scan, { refresh })
export const useUnpair = () => useApiChange(whatsappWebApi.unpair, { refresh })
