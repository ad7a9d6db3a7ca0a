import { templateApi } from '@regie/contract/template-api.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route, uploadRoute } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { activateTemplate } from './activate-template.ts'
import { archiveTemplate, changeTemplate, contentOfRevision, createTemplate } from './change-template.ts'
import { lintTemplate } from './lint-template.ts'
import { previewTemplate } from './preview-template.ts'
import { dropDraft, saveDraft } from './save-draft.ts'
import { addCardImage, addTemplateFile, downloadTemplateFile } from './template-files.ts'
import { sendTestMail } from './test-mail.ts'
import { findImpact } from './template-impact.ts'
import { findRevision, findTemplate, findTemplateRef, listRevisions, listTemplateRows } from './template-rows.ts'

// Who types asks for one at each pause, from an address that an office shares.
const often = { perMinute: 600 }
// Looks at many cases; the page asks once a text stands still.
const atRest = { perMinute: 60 }

/** What staff write; what is sent of it stands in modules/templates. */
export const templateRoutes: Route<Services>[] = [
  route(templateApi.list, ({ db }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return listTemplateRows(db, query)
  }),
  route(templateApi.create, (services: Services, { caller, body }) => createTemplate(services, caller, body)),
  route(templateApi.get, async ({ db }: Services, { caller, params }) =>
    findTemplate(db, await findTemplateRef(db, caller, params.templateID)),
  ),
  route(templateApi.change, (services: Services, { caller, params, body }) => changeTemplate(services, caller, params.templateID, body)),
  route(templateApi.saveDraft, (services: Services, { caller, params, body }) => saveDraft(services, caller, params.templateID, body)),
  uploadRoute(templateApi.addFile, (services: Services, { caller, params, file }) => addTemplateFile(services, caller, params, file)),
  uploadRoute(templateApi.addCardImage, (services: Services, { caller, params, file }) =>
    addCardImage(services, caller, params.templateID, file),
  ),
  route(templateApi.file, (services: Services, { caller, params }) => downloadTemplateFile(services, caller, params)),
  route(templateApi.dropDraft, (services: Services, { caller, params, query }) =>
    dropDraft(services, caller, params.templateID, query.version),
  ),
  route(templateApi.revisions, async ({ db }: Services, { caller, params }) =>
    listRevisions(db, await findTemplateRef(db, caller, params.templateID)),
  ),
  route(templateApi.revision, async ({ db }: Services, { caller, params }) =>
    findRevision(db, await findTemplateRef(db, caller, params.templateID), params.revisionID),
  ),
  route(templateApi.restore, async (services: Services, { caller, params: { templateID, revisionID }, body }) => {
    const ref = await findTemplateRef(services.db, caller, templateID)
    return saveDraft(services, caller, templateID, { ...(await contentOfRevision(services, ref, revisionID)), ...body })
  }),
  route(templateApi.impact, async ({ db }: Services, { caller, params }) =>
    findImpact(db, await findTemplateRef(db, caller, params.templateID)),
  ),
  route(templateApi.activate, (services: Services, { caller, params, body }) =>
    activateTemplate(services, caller, params.templateID, body),
  ),
  route(templateApi.archive, (services: Services, { caller, params, body }) => archiveTemplate(services, caller, params.templateID, body)),
  route(templateApi.test, (services: Services, { caller, params, body }) => sendTestMail(services, caller, params.templateID, body)),
  route(
    templateApi.lint,
    (services: Services, { caller, params, body }) => lintTemplate(services, caller, params.templateID, body),
    atRest,
  ),
  route(templateApi.preview, (services: Services, { caller, body }) => previewTemplate(services, caller, body, null), often),
  route(
    templateApi.casePreview,
    (services: Services, { caller, params, body }) => previewTemplate(services, caller, body, params.caseID),
    often,
  ),
]
