import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listWhatsappTexts } from './list-texts.ts'
import { syncTexts } from './sync-texts.ts'

export const whatsappRoutes = [
  route(whatsappApi.texts, (services: Services, { caller, query }) => listWhatsappTexts(services, caller, query.customerID)),
  route(whatsappApi.sync, (services: Services, { caller, body }) => syncTexts(services, caller, body.customerID)),
]
