import { undoApi } from '@regie/contract/undo.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listUndoEntries } from '../undo-entries/undo-entry-queries.ts'
import { undoEntry } from './undo-entry.ts'

export const undoRoutes: Route<Services>[] = [
  route(undoApi.list, ({ db, clock }: Services, { caller }) => listUndoEntries(db, caller, clock.now())),
  route(undoApi.undo, (services: Services, { caller, params }) => undoEntry(services, caller, params.token)),
]
