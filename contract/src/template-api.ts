import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CardImage } from './card-images.ts'
import { HeaderFile, headerFileKinds } from './header-files.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import {
  TemplateContent,
  TemplateDetail,
  TemplateImpact,
  TemplateKind,
  TemplateLint,
  TemplatePreview,
  TemplateRevision,
  TemplateRevisionRow,
  TemplateRow,
} from './templates.ts'

const parts = {
  name: z.string().check(z.trim(), z.minLength(1, 'template.nameMissing'), z.maxLength(100)),
  description: z.string().check(z.trim(), z.maxLength(500)),
  group: z.string().check(z.trim(), z.maxLength(60)),
}

const TemplateQuestion = z.object({ customerID: BodyId, kind: TemplateKind, locale: Locale, ...TemplateContent.shape })
/** What the writer has before them: the version of the draft (0: none), and which revision is sent. */
const Seen = z.object({ version: z.number().check(z.int(), z.gte(0)), liveNo: z.nullable(z.number().check(z.int())) })
const TemplateId = z.object({ templateID: Id })
const note = z.string().check(z.trim(), z.maxLength(500))
const see = { right: Right.viewTemplates } as const
const save = { right: Right.changeTemplates, also: [Right.viewTemplates] } as const
const ofTemplate = { savedAs: [{ entity: 'template', param: 'templateID' }] } as const

/** What one does with templates, of all channels. */
export const templateApi = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    access: see,
    summary: 'The templates of a customer by group and name, a thousand at most',
    query: z.object({
      customerID: Id,
      kind: z.optional(TemplateKind),
      q: z.optional(z.string().check(z.maxLength(100))),
      archived: z._default(z.stringbool(), false),
    }),
    response: z.array(TemplateRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/templates',
    access: save,
    summary: 'Begin a template with a draft; `copyOf` begins with the text of another of the same kind',
    body: z.object({
      customerID: BodyId,
      kind: TemplateKind,
      section: z.boolean(),
      copyOf: z.nullable(BodyId),
      ...parts,
    }),
    response: TemplateDetail,
  }),
  get: endpoint({
    method: 'GET',
    path: '/templates/:templateID',
    access: see,
    summary: 'A template with its draft, or the text that is sent',
    params: TemplateId,
    response: TemplateDetail,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/templates/:templateID',
    access: save,
    ...ofTemplate,
    summary: 'Rename, describe, or put into another group',
    params: TemplateId,
    body: z.object({ ...parts, version: Version }),
    response: TemplateDetail,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/templates/:templateID/draft',
    access: save,
    summary: 'Keep the draft, faults and all. A stale version answers with the newest draft',
    params: TemplateId,
    body: z.object({ ...TemplateContent.shape, ...Seen.shape }),
    response: TemplateDetail,
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/templates/:templateID/files/:kind',
    access: save,
    summary:
      'Upload the picture, document or video with which an approved WhatsApp text begins; what no draft names is removed after a week',
    upload: true,
    budget: 'upload',
    params: z.object({ templateID: Id, kind: z.enum(headerFileKinds) }),
    response: HeaderFile,
  }),
  addCardImage: endpoint({
    method: 'POST',
    path: '/templates/:templateID/card-image',
    access: save,
    summary: 'Upload the picture on the card of the payment link (PNG or JPEG); what no draft names is removed after a week',
    upload: true,
    budget: 'upload',
    params: TemplateId,
    response: CardImage,
  }),
  file: endpoint({
    method: 'GET',
    path: '/templates/:templateID/files/:fileID',
    access: see,
    summary: 'The file with which a text begins, or one that the customer of this template uploaded',
    params: z.object({ templateID: Id, fileID: Id }),
    file: 'application/octet-stream',
  }),
  dropDraft: endpoint({
    method: 'DELETE',
    path: '/templates/:templateID/draft',
    access: save,
    summary: 'Throw the draft away. A stale version answers with the newest draft',
    params: TemplateId,
    query: z.object({ version: z.coerce.number().check(z.int(), z.gte(0)) }),
    response: TemplateDetail,
  }),
  revisions: endpoint({
    method: 'GET',
    path: '/templates/:templateID/revisions',
    access: see,
    summary: 'The revisions, newest first, 200 at most',
    params: TemplateId,
    response: z.array(TemplateRevisionRow),
  }),
  revision: endpoint({
    method: 'GET',
    path: '/templates/:templateID/revisions/:revisionID',
    access: see,
    summary: 'A revision with its text',
    params: z.object({ templateID: Id, revisionID: Id }),
    response: TemplateRevision,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/templates/:templateID/revisions/:revisionID/restore',
    access: save,
    summary: 'Take the text of an earlier revision over into the draft; it is sent after it is activated',
    params: z.object({ templateID: Id, revisionID: Id }),
    body: Seen,
    response: TemplateDetail,
  }),
  impact: endpoint({
    method: 'GET',
    path: '/templates/:templateID/impact',
    access: see,
    budget: 'analysis',
    summary: 'What activating touches: scripts, batches, templates that use it, messages that wait',
    params: TemplateId,
    response: TemplateImpact,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/templates/:templateID/activate',
    access: { right: Right.activateTemplates, also: [Right.viewTemplates] },
    summary: 'Send the draft from now on; with `parents` (253) the templates that use this section take it at once',
    params: TemplateId,
    body: z.object({
      version: Version,
      note,
      parents: z.boolean(),
      /** Sends it though it has faults that may be passed (253); the note says why. */
      pass: z._default(z.boolean(), false),
    }),
    response: TemplateDetail,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/templates/:templateID/archive',
    access: save,
    ...ofTemplate,
    summary: 'Put away what nothing uses any more, or take it back',
    params: TemplateId,
    body: z.object({ archived: z.boolean(), version: Version }),
    response: TemplateDetail,
  }),
  test: endpoint({
    method: 'POST',
    path: '/templates/:templateID/test',
    access: save,
    budget: 'analysis',
    summary: 'Send an e-mail, filled for a person who does not exist, to the own address of the caller: five a minute',
    params: TemplateId,
    body: z.object({ locale: Locale, ...TemplateContent.shape }),
    response: z.object({ to: z.string(), simulated: z.boolean() }),
  }),
  lint: endpoint({
    method: 'POST',
    path: '/templates/:templateID/lint',
    access: see,
    asksOnly: true,
    budget: 'analysis',
    summary: 'How a text reads, and of how many real cases it would lack a field (103)',
    params: TemplateId,
    body: z.object({ locale: Locale, ...TemplateContent.shape }),
    response: TemplateLint,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/templates/preview',
    access: see,
    asksOnly: true,
    budget: 'analysis',
    summary: 'A text filled for a person who does not exist',
    body: TemplateQuestion,
    response: TemplatePreview,
  }),
  casePreview: endpoint({
    method: 'POST',
    path: '/cases/:caseID/template-preview',
    access: { right: Right.viewTemplates, also: [Right.viewCases] },
    asksOnly: true,
    audited: true,
    budget: 'analysis',
    summary: 'A text filled for a case, as the caller may see it',
    params: z.object({ caseID: Id }),
    body: TemplateQuestion,
    response: TemplatePreview,
  }),
}
