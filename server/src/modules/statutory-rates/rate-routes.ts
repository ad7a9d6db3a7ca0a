import { statutoryRateApi } from '@regie/contract/statutory-rates.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { removeStatutoryRate, saveStatutoryRate } from './change-rate.ts'
import { listStatutoryRates } from './rate-queries.ts'

export const statutoryRateRoutes: Route<Services>[] = [
  route(statutoryRateApi.list, ({ db }: Services) => listStatutoryRates(db)),
  route(statutoryRateApi.save, (services: Services, { body }) => saveStatutoryRate(services, body)),
  route(statutoryRateApi.remove, (services: Services, { body }) => removeStatutoryRate(services, body)),
]
