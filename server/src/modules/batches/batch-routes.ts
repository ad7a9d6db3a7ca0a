import { batchApi, batchEditApi } from '@regie/contract/batches.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findBatch } from './batch-queries.ts'
import { batchQuestion } from './batch-question.ts'
import { changeBatch } from './change-batch.ts'
import { closeBatch, pauseBatch, reopenBatch, resumeBatch } from './change-batch-status.ts'
import { listBatches } from './list-batches.ts'
import { setBatchLock } from './lock-batch.ts'
import { findTrialRest } from './trial/trial-rest.ts'
import { setTrial } from './trial/set-trial.ts'

export const batchRoutes: Route<Services>[] = [
  route(batchApi.list, (services: Services, { caller, query }) => listBatches(services, caller, query)),
  route(batchApi.get, (services: Services, { caller, params }) => findBatch(services, caller, params.batchID)),
  route(batchApi.question, (services: Services, { caller, params }) => batchQuestion(services, caller, params.batchID)),
  route(batchApi.pause, (services: Services, { caller, params, body }) =>
    pauseBatch(services, caller, params.batchID, body.until === null ? null : new Date(body.until)),
  ),
  route(batchApi.resume, (services: Services, { caller, params, body }) =>
    resumeBatch(services, caller, params.batchID, body.includePaused),
  ),
  route(batchApi.close, (services: Services, { caller, params, body }) => closeBatch(services, caller, params.batchID, body)),
  route(batchApi.reopen, (services: Services, { caller, params, body }) =>
    reopenBatch(services, caller, params.batchID, body.includePaused),
  ),
  route(batchEditApi.change, (services: Services, { caller, params, body }) => changeBatch(services, caller, params.batchID, body)),
  route(batchEditApi.lock, (services: Services, { caller, params, body }) => setBatchLock(services, caller, params.batchID, body)),
  route(batchEditApi.trialRest, (services: Services, { caller, params }) => findTrialRest(services, caller, params.batchID)),
  route(batchEditApi.trial, (services: Services, { caller, params, body }) => setTrial(services, caller, params.batchID, body.trial)),
]
