import { guideApi } from '@regie/contract/guides.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeGuide, createGuide, removeGuide } from './change-guide.ts'
import { dropGuideDraft, publishGuide, restoreGuide, saveGuideDraft } from './draw-guide.ts'
import { findGuide, findOwnerOfGuide, listGuides, listGuideVersions } from './guide-queries.ts'

/** What a team leader draws. The call that is led by it stands at the desk (desk/guide). */
export const guideRoutes: Route<Services>[] = [
  route(guideApi.list, ({ db, clock }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return listGuides(db, customerID, clock.now())
  }),
  route(guideApi.create, (services: Services, { caller, body }) => createGuide(services, caller, body)),
  route(guideApi.get, async ({ db }: Services, { caller, params }) => findGuide(db, await findOwnerOfGuide(db, caller, params.guideID))),
  route(guideApi.change, (services: Services, { caller, params, body }) => changeGuide(services, caller, params.guideID, body)),
  route(guideApi.remove, (services: Services, { caller, params }) => removeGuide(services, caller, params.guideID)),
  route(guideApi.saveDraft, (services: Services, { caller, params, body }) => saveGuideDraft(services, caller, params.guideID, body)),
  route(guideApi.dropDraft, (services: Services, { caller, params }) => dropGuideDraft(services, caller, params.guideID)),
  route(guideApi.publish, (services: Services, { caller, params, body }) => publishGuide(services, caller, params.guideID, body)),
  route(guideApi.versions, async ({ db }: Services, { caller, params }) =>
    listGuideVersions(db, await findOwnerOfGuide(db, caller, params.guideID)),
  ),
  route(guideApi.restore, (services: Services, { caller, params, body }) => restoreGuide(services, caller, params, body.note)),
]
