import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { whatsappWebApi } from '@regie/contract/whatsapp-web.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { downloadPeople } from './download-people.ts'
import { listWhatsappTexts } from './list-texts.ts'
import { askToPair, scanSimulation, unpair } from './pairing/ask-pairing.ts'
import { showPairing } from './pairing/show-pairing.ts'
import { syncTexts } from './sync-texts.ts'

export const whatsappRoutes = [
  route(whatsappApi.texts, (services: Services, { caller, query }) => listWhatsappTexts(services, caller, query.customerID)),
  route(whatsappApi.people, (services: Services, { caller, query }) => downloadPeople(services, caller, query)),
  route(whatsappApi.sync, (services: Services, { caller, body }) => syncTexts(services, caller, body.customerID)),
  route(whatsappWebApi.status, (services: Services, { caller, query }) => showPairing(services, caller, query.customerID)),
  route(whatsappWebApi.pair, (services: Services, { caller, body }) => askToPair(services, caller, body.customerID)),
  route(whatsappWebApi.scan, (services: Services, { caller, body }) => scanSimulation(services, caller, body.customerID)),
  route(whatsappWebApi.unpair, (services: Services, { caller, query }) => unpair(services, caller, query.customerID)),
]
