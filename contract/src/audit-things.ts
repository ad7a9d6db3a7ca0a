/** What the audit log knows by a name of its own; a number of anything else is of use to the database alone. */
export const auditKinds = [
  'user',
  'contact',
  'contactList',
  'customer',
  'batch',
  'script',
  'scriptVersion',
  'guide',
  'guideVersion',
  'case',
  'group',
  'template',
  'templateRevision',
  'rightObject',
  'rightType',
  'provider',
  'timeWindow',
  'import',
  'file',
  'savedView',
  'team',
  'queue',
  'chatChannel',
  'conversation',
  'note',
  'callback',
  'promise',
  'complaint',
  'payment',
  'interruption',
] as const
export type AuditKind = (typeof auditKinds)[number]

const kindSet: ReadonlySet<string> = new Set(auditKinds)
const isKind = (word: string): word is AuditKind => kindSet.has(word)

// Fields whose own word does not say what they hold the number of.
const kindOf: Readonly<Record<string, AuditKind>> = {
  assigned_to: 'user',
  made_by: 'user',
  callback_for: 'user',
  object_id: 'rightObject',
  type_id: 'rightType',
  window_id: 'timeWindow',
  channel_id: 'chatChannel',
  list_id: 'contactList',
  live_version_id: 'scriptVersion',
  version_id: 'scriptVersion',
  guide_version_id: 'guideVersion',
  live_revision_id: 'templateRevision',
  revision_id: 'templateRevision',
  uses: 'templateRevision',
  sms_provider: 'provider',
  email_provider: 'provider',
  whatsapp_provider: 'provider',
  call_provider: 'provider',
}

/** A field of a request as its column is called: `script_id` of `scriptIDs`. */
export function auditColumnOf(field: string): string {
  return field
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/_ids$/, '_id')
}

/** Of what a field holds the numbers: `customer_id`, `forUserID`, `groupIDs`, `assigned_to`; null: it holds none that have a name. */
export function auditKindOfField(field: string): AuditKind | null {
  const column = auditColumnOf(field)
  const own = Object.hasOwn(kindOf, column) ? kindOf[column] : undefined
  if (own !== undefined) return own
  const noun = /(?:^|_)([a-z]+)_id$/.exec(column)?.[1]
  return noun !== undefined && isKind(noun) ? noun : null
}

/** What the parts of a line's id are, where it is made of several, or is that of something else: `group:user` of a member. A null is said as it is. */
const partsOf: Readonly<Record<string, readonly (AuditKind | null)[]>> = {
  groupMember: ['group', 'user'],
  groupRight: ['group', 'rightObject'],
  apiKey: ['user'],
  factor: ['user'],
  passwordLink: ['user'],
  singleSignOnUser: ['user'],
  singleSignOn: ['customer'],
  letterhead: ['customer'],
  printShop: ['customer'],
  complianceFile: ['customer'],
  staffRecord: ['user'],
  selfService: ['customer'],
  statutoryRate: [null, null],
  forwardList: ['customer'],
  webChat: ['customer'],
  scriptDraft: ['script'],
  guideDraft: ['guide'],
  scriptVariable: ['script', null],
  scriptWindow: ['script', 'timeWindow'],
  promisePart: ['promise', null],
  caseSkip: ['case', 'user'],
  demo: ['case'],
  contactSubscription: ['contact', null],
  contactListMember: ['contactList', 'contact'],
  chatMember: ['chatChannel', 'user'],
  teamMember: ['team', 'user'],
  queueMember: ['queue', 'user'],
  queueScript: ['script'],
  holidayYear: [null],
}

/** What a line is about, part by part; a part without a kind is a word of its own, as the key of a variable is. */
export function auditPartsOf(entity: string | null, entityID: string | null): { kind: AuditKind | null; id: string }[] {
  if (entity === null || entityID === null) return []
  const kinds = (Object.hasOwn(partsOf, entity) ? partsOf[entity] : undefined) ?? (isKind(entity) ? [entity] : [])
  const ids = entityID.split(':')
  return kinds.flatMap((kind, at) => {
    const id = ids[at]
    return id === undefined || id === '' ? [] : [{ kind, id }]
  })
}
