import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LocalText, Locale } from './locale.ts'
import { BodyId, Id, pageQuery, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { FieldDefinition, ScriptSteps } from './scripts.ts'

/** A script in a list. Its lines in use and its batches are counted, its cases are not. */
export const ScriptRow = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  name: z.string(),
  active: z.boolean(),
  activeLines: z.number(),
  maxLines: z.number(),
  maxTransfers: z.number(),
  alwaysOpen: z.boolean(),
  openBatches: z.number(),
  openCases: z.number(),
  steps: z.number(),
  hasDraft: z.boolean(),
  changedAt: z.string(),
  /** May it work now by its windows and the law, and if not, when again. */
  openNow: z.boolean(),
  nextAt: z.nullable(z.string()),
})
export type ScriptRow = z.infer<typeof ScriptRow>

const callerID = z.string().check(z.trim(), z.maxLength(16))
const ScriptSettings = {
  name: z.string().check(z.trim(), z.minLength(1, 'script.nameMissing'), z.maxLength(120)),
  active: z.boolean(),
  maxLines: z.number().check(z.int(), z.gte(1), z.lte(500)),
  maxTransfers: z.number().check(z.int(), z.gte(0), z.lte(499)),
  /** E.164, or empty: the standard number of the voice provider. It must be possible to call it back. */
  callerID,
  voice: z.string().check(z.maxLength(60)),
  language: Locale,
  voicemailDetection: z.boolean(),
  smsProvider: z.string().check(z.maxLength(60)),
  smsPerHour: z.number().check(z.int(), z.gte(0), z.lte(36_000)),
  alwaysOpen: z.boolean(),
}

/** What staff set of a script, with what they may choose from. */
export const ScriptInfo = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  ...ScriptSettings,
  activeLines: z.number(),
  liveVersion: z.object({ versionID: z.number(), no: z.number(), at: z.string(), by: z.string() }),
  hasDraft: z.boolean(),
  /** 24/7 does not open what the law of the customer closes; then this says so. */
  lawLimits: z.nullable(z.object({ earliest: z.string(), latest: z.string() })),
  choices: z.object({ voices: z.array(z.string()), smsProviders: z.array(z.string()) }),
  version: z.number(),
})
export type ScriptInfo = z.infer<typeof ScriptInfo>

const ScriptId = z.object({ scriptID: Id })

export const ScriptVariable = z.object({
  key: z.string(),
  value: z.string(),
  standardValue: z.string(),
  /** Back to the standard value every day at 00:05. */
  resetDaily: z.boolean(),
  /** What would miss it: a text, a step or a filter. */
  usedBy: z.array(z.object({ kind: z.enum(['template', 'step', 'filter']), id: z.string(), name: z.string() })),
})
export type ScriptVariable = z.infer<typeof ScriptVariable>
export const VariableKey = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'script.variableKeyInvalid'))

export const filterOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'empty', 'notEmpty', 'daysAgo'] as const
/** One condition on a field of the case. `value` is text as fields are kept; `in` has values divided by commas; `daysAgo` says at least so many days ago. */
export const FilterRule = z.object({
  field: z.string().check(z.maxLength(60)),
  op: z.enum(filterOperators),
  value: z.string().check(z.maxLength(500)),
})
export type FilterRule = z.infer<typeof FilterRule>
const FilterSettings = {
  name: z.string().check(z.trim(), z.minLength(1, 'script.filterNameMissing'), z.maxLength(120)),
  rules: z.array(FilterRule).check(z.minLength(1), z.maxLength(20)),
  combine: z.enum(['and', 'or']),
  active: z.boolean(),
}
export const FilterRules = FilterSettings.rules
/** Who may be contacted: a case that an active filter does not match is passed over (reason outsideFilter). `matching` counts open cases. */
export const ScriptFilter = z.object({
  filterID: z.number(),
  ...FilterSettings,
  matching: z.number(),
  total: z.number(),
  /** Of many cases a sample is looked at; then the numbers are estimates. */
  exact: z.boolean(),
  version: z.number(),
})
export type ScriptFilter = z.infer<typeof ScriptFilter>

/** How a column of a file becomes a field (product.md §5.6), remembered for the script. */
export const MappingRow = z.object({
  column: z.string(),
  target: z.nullable(z.string()),
  example: z.string(),
  /** Chosen by somebody or by an earlier import; else known by the field's own name. */
  remembered: z.boolean(),
})
export type MappingRow = z.infer<typeof MappingRow>

const ScriptFields = z.object({ fields: z.array(FieldDefinition), version: z.number() })

export const scriptWorkApi = {
  list: endpoint({
    method: 'GET',
    path: '/scripts',
    access: { right: Right.viewScripts },
    summary: 'Scripts of a customer',
    query: z.object({
      customerID: Id,
      q: z.optional(z.string().check(z.maxLength(200))),
      active: z.optional(z.stringbool()),
      ...pageQuery,
    }),
    response: z.object({
      rows: z.array(ScriptRow),
      nextCursor: z.nullable(z.string()),
      total: z.object({ value: z.number(), exact: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/scripts',
    access: { right: Right.changeScripts },
    summary: 'A new script, switched off, with one step; or a copy of another of the same customer',
    body: z.object({ customerID: BodyId, name: ScriptSettings.name, copyOf: z.nullable(BodyId) }),
    response: ScriptInfo,
  }),
  info: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/info',
    access: { right: Right.viewScripts },
    summary: 'What staff set of a script',
    params: ScriptId,
    response: ScriptInfo,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID',
    access: { right: Right.changeScripts },
    summary: 'Change the settings of a script; maximum lines must exceed maximum transfers',
    params: ScriptId,
    body: z.object({ ...ScriptSettings, version: Version }),
    response: ScriptInfo,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID',
    access: { right: Right.changeScripts },
    summary: 'Delete a script that no batch uses; else refused with what uses it',
    params: ScriptId,
  }),
  variables: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/variables',
    access: { right: Right.viewScripts },
    summary: 'The variables of a script with what uses them',
    params: ScriptId,
    response: z.object({ variables: z.array(ScriptVariable), version: z.number() }),
  }),
  saveVariables: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/variables',
    access: { right: Right.changeVariables },
    summary: 'Save all variables; one that is in use can change its value, not its name, and cannot go',
    params: ScriptId,
    body: z.object({
      version: z.number(),
      variables: z
        .array(
          z.object({
            key: VariableKey,
            value: z.string().check(z.maxLength(1000)),
            standardValue: z.string().check(z.maxLength(1000)),
            resetDaily: z.boolean(),
          }),
        )
        .check(z.maxLength(200)),
    }),
    response: z.object({ variables: z.array(ScriptVariable), version: z.number() }),
  }),
  filters: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/filters',
    access: { right: Right.viewScripts },
    summary: 'The filters of a script, each with how many open cases it matches',
    params: ScriptId,
    response: z.array(ScriptFilter),
  }),
  addFilter: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/filters',
    access: { right: Right.changeFilters },
    summary: 'Add a filter',
    params: ScriptId,
    body: z.object(FilterSettings),
    response: ScriptFilter,
  }),
  changeFilter: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/filters/:filterID',
    access: { right: Right.changeFilters },
    summary: 'Change a filter',
    params: z.object({ scriptID: Id, filterID: Id }),
    body: z.object({ ...FilterSettings, version: Version }),
    response: ScriptFilter,
  }),
  removeFilter: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID/filters/:filterID',
    access: { right: Right.changeFilters },
    summary: 'Delete a filter',
    params: z.object({ scriptID: Id, filterID: Id }),
  }),
  countFilter: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/filters/count',
    access: { right: Right.viewScripts },
    asksOnly: true,
    summary: 'How many open cases a filter would match, while it is being made',
    params: ScriptId,
    /** `rules` is the list of conditions as JSON. A question like any other: it leaves no trace. */
    query: z.object({ rules: z.string().check(z.maxLength(12_000)), combine: FilterSettings.combine }),
    response: z.object({ matching: z.number(), total: z.number(), exact: z.boolean() }),
  }),
  mapping: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/mapping',
    access: { right: [Right.viewScripts, Right.uploadFiles] },
    summary: 'How columns of files become fields: the remembered headings and those that are recognised by themselves',
    params: ScriptId,
    response: z.object({ rows: z.array(MappingRow), version: z.number() }),
  }),
  saveMapping: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/mapping',
    access: { right: Right.changeFilters },
    summary: 'Change what is remembered of headings',
    params: ScriptId,
    body: z.object({
      version: z.number(),
      rows: z
        .array(
          z.object({ column: z.string().check(z.minLength(1), z.maxLength(200)), target: z.nullable(z.string().check(z.maxLength(60))) }),
        )
        .check(z.maxLength(1000)),
    }),
    response: z.object({ rows: z.array(MappingRow), version: z.number() }),
  }),
  editFields: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/fields/edit',
    access: { right: Right.viewScripts },
    summary: 'The field definitions of a script, with the version that a change of them names',
    params: ScriptId,
    response: ScriptFields,
  }),
  saveFields: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/fields',
    access: { right: Right.changeFilters },
    summary: 'Change the field definitions of a script; the fields that the product itself needs stay',
    params: ScriptId,
    body: z.object({ version: z.number(), fields: z.array(FieldDefinition).check(z.minLength(1), z.maxLength(200)) }),
    response: ScriptFields,
  }),
  example: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/example',
    access: { right: [Right.viewScripts, Right.uploadFiles] },
    summary: 'An example file with the fields of the script and two made-up rows',
    params: ScriptId,
    body: z.object({ locale: Locale }),
    file: 'text/csv',
  }),
}

/** What is wrong with a graph of steps; texts under `flow.faults`. `step` is the key of the step at fault. */
export const stepFaultKinds = [
  'stepMissing',
  'keyTwice',
  'unreachable',
  'noEnd',
  'loopWithoutWait',
  'templateMissing',
  'templateUnknown',
  'templateKind',
  'resultUnknown',
  'answersMissing',
  'fieldUnknown',
  'variableUnknown',
  'nothing',
] as const
export const StepFault = z.object({ step: z.nullable(z.string()), fault: z.enum(stepFaultKinds), detail: z.optional(z.string()) })
export type StepFault = z.infer<typeof StepFault>

/** One change of a step between two versions. */
export const StepDifference = z.object({ step: z.string(), kind: z.enum(['added', 'removed', 'changed']) })

export const ScriptVersionRow = z.object({
  versionID: z.number(),
  no: z.number(),
  by: z.string(),
  at: z.string(),
  note: z.string(),
  live: z.boolean(),
  /** Cases that still run on it: they end on the version with which they began. */
  runningCases: z.number(),
  differences: z.array(StepDifference),
})
export type ScriptVersionRow = z.infer<typeof ScriptVersionRow>

/** The draft beside the live version. Without a draft the steps are those that live, and `version` is 0. */
export const Flow = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  name: z.string(),
  live: z.object({ versionID: z.number(), no: z.number(), steps: ScriptSteps, at: z.string(), by: z.string() }),
  draft: z.nullable(
    z.object({ steps: ScriptSteps, version: z.number(), changedAt: z.string(), changedBy: z.string(), basedOn: z.number() }),
  ),
  faults: z.array(StepFault),
  differences: z.array(StepDifference),
  templates: z.array(z.object({ key: z.string(), kind: z.enum(['email', 'sms', 'call', 'whatsapp']) })),
  variables: z.array(z.string()),
  fields: z.array(z.object({ key: z.string(), label: LocalText })),
})
export type Flow = z.infer<typeof Flow>

export const flowApi = {
  get: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/flow',
    access: { right: Right.viewScripts },
    summary: 'The steps of a script: live, and the draft that staff draw',
    params: ScriptId,
    response: Flow,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/flow/draft',
    access: { right: Right.changeScripts },
    summary: 'Keep the draft, faults and all. A stale version answers with the newest draft',
    params: ScriptId,
    body: z.object({ steps: ScriptSteps, version: z.number().check(z.int(), z.gte(0)) }),
    response: Flow,
  }),
  dropDraft: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID/flow/draft',
    access: { right: Right.changeScripts },
    summary: 'Throw the draft away',
    params: ScriptId,
    response: Flow,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/flow/activate',
    access: { right: Right.changeScripts },
    summary: 'Make the draft live for what starts from now on. Refused with its faults, and while a check of the time machine fails',
    params: ScriptId,
    body: z.object({ version: z.number(), note: z.string().check(z.trim(), z.maxLength(500)) }),
    response: Flow,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/versions',
    access: { right: Right.viewScripts },
    summary: 'All versions, newest first: who, when, and what changed',
    params: ScriptId,
    response: z.array(ScriptVersionRow),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/versions/:versionID/restore',
    access: { right: Right.changeScripts },
    summary: 'Make an earlier version live again, as a new version',
    params: z.object({ scriptID: Id, versionID: Id }),
    body: z.object({ note: z.string().check(z.trim(), z.maxLength(500)) }),
    response: Flow,
  }),
}
