import { undoApi } from '@regie/contract/undo.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listDeeds } from '../undo-entries/undo-entry-queries.ts'
import { undoDeed } from './undo-entry.ts'

export const undoRoutes: Route<Services>[] = [
  route(undoApi.list, ({ db, clock }: Services, { caller }) => listDeeds(db, caller, clock.now())),
  route(undoApi.undo, (services: Services, { caller, params }) => undoDeed(services, caller, params.token)),
]
