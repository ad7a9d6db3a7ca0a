import { templateApi } from '@regie/contract/template-api.ts'
import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { useApi, useApiChange } from '../../../api/use-api.ts'

export const useWhatsappTexts = (customerID: number) => useApi(whatsappApi.texts, { query: { customerID } })
export const useSyncTexts = () => useApiChange(whatsappApi.sync, { refresh: [whatsappApi.texts, templateApi.get, templateApi.list] })
