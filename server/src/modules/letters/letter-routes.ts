import { letterApi } from '@regie/contract/letters.ts'
import { printShopApi } from '@regie/contract/print-shops.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listLetters, listLetterTexts } from './letter-queries.ts'
import { changePrintShop, readPrintShop, retryPrintShop, testPrintShop } from './print-shop.ts'
import { cancelLetter, previewLetter, sendLetter } from './send-letter.ts'

export const letterRoutes: Route<Services>[] = [
  route(letterApi.texts, (services: Services, { caller, params, query }) => listLetterTexts(services, caller, params.caseID, query.locale)),
  route(letterApi.preview, (services: Services, { caller, params, body }) => previewLetter(services, caller, params.caseID, body)),
  route(letterApi.send, (services: Services, { caller, params, body }) => sendLetter(services, caller, params.caseID, body)),
  route(letterApi.list, (services: Services, { caller, params }) => listLetters(services, caller, params.caseID)),
  route(letterApi.cancel, (services: Services, { caller, params }) =>
    cancelLetter(services, caller, { caseId: params.caseID, letterId: params.letterID }),
  ),
  route(printShopApi.get, (services: Services, { caller, params }) => readPrintShop(services, caller, params.customerID)),
  route(printShopApi.change, (services: Services, { caller, params, body }) => changePrintShop(services, caller, params.customerID, body)),
  route(printShopApi.test, (services: Services, { caller, params, body }) => testPrintShop(services, caller, params.customerID, body)),
  route(printShopApi.retry, (services: Services, { caller, params }) => retryPrintShop(services, caller, params.customerID)),
]
