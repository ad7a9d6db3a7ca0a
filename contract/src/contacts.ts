import * as z from 'zod/mini'
import { ClockTime } from './clock-time.ts'
import { Contact, ContactInput } from './contact.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, pageOf, pageQuery, Version } from './paging.ts'
import { Right } from './right-codes.ts'

export const contactSorts = ['lastName', 'firstName', 'email', 'department', 'updatedAt'] as const

/** What a list of contacts can be narrowed by. */
const contactFilters = {
  customerID: Id,
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  active: z.optional(z.enum(['yes', 'no'])),
  login: z.optional(z.enum(['yes', 'no'])),
  listID: z.optional(Id),
}

const listShape = {
  name: z.string().check(z.trim(), z.minLength(1, 'contact.listNameMissing'), z.maxLength(100)),
  description: z.string().check(z.trim(), z.maxLength(500)),
}
/** Contacts that get the same, by name. */
export const ContactList = z.object({ listID: z.number(), ...listShape, memberIDs: z.array(z.number()), version: z.number() })
export type ContactList = z.infer<typeof ContactList>
export const ContactListInput = z.object(listShape)
export type ContactListInput = z.infer<typeof ContactListInput>

/** How much one file of contacts may hold. */
export const contactFile = { bytesMax: 2 * 1024 * 1024, rowsMax: 5_000, refusedShown: 500 }
const contactRowFaults = [
  'lastName',
  'email',
  'phone',
  'mobile',
  'salutation',
  'locale',
  'active',
  'tooLong',
  'addressOfLogin',
  'twice',
] as const
const RowFault = z.object({ row: z.number(), value: z.string(), why: z.enum(contactRowFaults) })
export type ContactRowFault = z.infer<typeof RowFault>
/** What a file came to, or would: `same` rows say what is known already, `columns` are the headings that nobody reads. */
const ImportOutcome = z.object({
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  rows: z.array(RowFault),
  columns: z.array(z.string()),
})
export type ContactImport = z.infer<typeof ImportOutcome>

/** How often a contact is mailed: when it happens, or of each day, week or month that is over. */
const subscriptionFrequencies = ['direct', 'daily', 'weekly', 'monthly'] as const
export type SubscriptionFrequency = (typeof subscriptionFrequencies)[number]

/** What a contact can be mailed about, and how often that may be; the first is how it begins. */
export const subscriptionChoices = {
  batch_imported: ['direct'],
  batch_failed: ['direct'],
  batch_finished: ['direct'],
  daily_results: ['daily'],
  weekly_report: ['weekly'],
  payment_received: ['direct'],
  payment_summary: ['daily', 'weekly', 'monthly'],
  mail_errors: ['daily', 'weekly'],
  whatsapp_errors: ['daily', 'weekly'],
  sms_paused: ['direct'],
  file_ready: ['direct'],
  complaint_new: ['direct'],
  droprate_alert: ['direct'],
  wallboard_alert: ['direct'],
  retention_preview: ['daily', 'weekly', 'monthly'],
} as const satisfies Record<string, readonly SubscriptionFrequency[]>
export type SubscriptionKey = keyof typeof subscriptionChoices
export const subscriptionKeys = Object.keys(subscriptionChoices) as SubscriptionKey[]

/** Told by whoever does it; of the others a clock asks what there is to tell. */
export const subscriptionEvents = [
  ...(['batch_imported', 'batch_failed', 'batch_finished', 'sms_paused', 'file_ready', 'complaint_new'] as const),
  ...(['droprate_alert', 'wallboard_alert'] as const),
] as const
export type SubscriptionEvent = (typeof subscriptionEvents)[number]

/** Of whole customers: no script can be chosen. */
export const subscriptionsOfAll: readonly SubscriptionKey[] = ['retention_preview']

/** Figures that not everybody may see go to whoever signs in and holds one of these rights, at this customer. Of the others a manager chooses who reads them. */
export const subscriptionRights: Partial<Record<SubscriptionKey, readonly number[]>> = {
  droprate_alert: [Right.viewScripts],
  wallboard_alert: [Right.viewWallboard, Right.viewQueue],
  retention_preview: [Right.changeRetention],
}

const subscriptionShape = {
  key: z.enum(subscriptionKeys),
  enabled: z.boolean(),
  frequency: z.enum(subscriptionFrequencies),
  /** When it is sent, of a day, week or month; Amsterdam time. */
  time: ClockTime,
  /** Null: of every script. */
  scriptIDs: z.nullable(z.array(BodyId).check(z.minLength(1), z.maxLength(50))),
}
export const Subscription = z.object({
  ...subscriptionShape,
  /** False: this contact may not see what it says, and is not mailed. */
  isAllowed: z.boolean(),
  lastSentAt: z.nullable(z.iso.datetime()),
  /** Null: when it happens, or never. */
  nextAt: z.nullable(z.iso.datetime()),
})
export type Subscription = z.infer<typeof Subscription>
/** What is about the whole customer is not about some scripts. */
const isOfScripts = ({ key, scriptIDs }: { key: SubscriptionKey; scriptIDs: number[] | null }) =>
  scriptIDs === null || !subscriptionsOfAll.includes(key)
const isOffered = ({ key, frequency }: { key: SubscriptionKey; frequency: SubscriptionFrequency }) =>
  (subscriptionChoices[key] as readonly SubscriptionFrequency[]).includes(frequency)

const ContactIds = z.array(BodyId).check(z.minLength(1), z.maxLength(1000))
/** Contacts that may be the same person: they share an address or a number. */
const Duplicates = z.object({ by: z.enum(['email', 'phone']), contacts: z.array(Contact) })
export type Duplicates = z.infer<typeof Duplicates>

const ContactId = z.object({ contactID: Id })
const OfCustomer = z.object({ customerID: Id })

export const contactApi = {
  select: endpoint({
    method: 'GET',
    path: '/contacts/select',
    access: { right: Right.viewContacts },
    summary: 'The active contacts of a customer to choose from, by name',
    query: OfCustomer,
    response: z.array(z.object({ contactID: z.number(), name: z.string(), email: z.string() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/contacts',
    access: { right: Right.viewContacts },
    summary: 'The contacts of a customer',
    query: z.object({
      ...contactFilters,
      sort: z._default(z.enum(contactSorts), 'lastName'),
      direction: z._default(z.enum(['asc', 'desc']), 'asc'),
      ...pageQuery,
    }),
    response: pageOf(Contact),
  }),
  get: endpoint({
    method: 'GET',
    path: '/contacts/:contactID',
    access: { right: Right.viewContacts },
    summary: 'One contact',
    params: ContactId,
    query: OfCustomer,
    response: Contact,
  }),
  add: endpoint({
    method: 'POST',
    path: '/contacts',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary: 'A new contact, who does not sign in',
    body: z.object({ customerID: BodyId, contact: ContactInput }),
    response: Contact,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/contacts/:contactID',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary: 'Change a contact. The address and mobile of who signs in are changed at their account',
    savedAs: [{ entity: 'contact', param: 'contactID', alsoBy: ['users.change', 'account.changeContact'] }],
    params: ContactId,
    body: z.object({ customerID: BodyId, contact: ContactInput, version: Version }),
    response: Contact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/contacts/:contactID',
    access: { right: Right.removeContacts, also: [Right.viewContacts] },
    summary: 'Delete a contact; refused while they have an account to sign in with',
    params: ContactId,
    query: OfCustomer,
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/contacts/:contactID/subscriptions',
    access: { right: Right.viewContacts },
    summary: 'What a contact is mailed about, and when that was last',
    params: ContactId,
    query: OfCustomer,
    response: z.array(Subscription),
  }),
  subscribe: endpoint({
    method: 'PATCH',
    path: '/contacts/:contactID/subscriptions',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary: 'Begin or end one of them, for all scripts or for some',
    params: ContactId,
    body: z.object({
      customerID: BodyId,
      subscription: z
        .object(subscriptionShape)
        .check(z.refine(isOffered, { path: ['frequency'] }), z.refine(isOfScripts, { path: ['scriptIDs'], error: 'contact.everyScript' })),
    }),
    response: z.array(Subscription),
  }),
  setActive: endpoint({
    method: 'POST',
    path: '/contacts/active',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary: 'Say of several contacts whether they are active',
    body: z.object({ customerID: BodyId, contactIDs: ContactIds, active: z.boolean() }),
    response: z.object({ changed: z.number() }),
  }),
  import: endpoint({
    method: 'POST',
    path: '/contacts/import',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary:
      'Add and change contacts by a CSV file; a row with the number or address of a known contact changes it. Rows that can not be are named',
    upload: true,
    budget: 'analysis',
    body: z.object({ customerID: Id }),
    response: ImportOutcome,
  }),
  checkImport: endpoint({
    method: 'POST',
    path: '/contacts/import/check',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary: 'What the same file would come to; nothing is changed',
    upload: true,
    budget: 'analysis',
    body: z.object({ customerID: Id }),
    response: ImportOutcome,
  }),
  download: endpoint({
    method: 'GET',
    path: '/contacts/download',
    access: { right: Right.viewContacts },
    summary: 'The same list as a CSV file that can be imported again; an empty one is refused',
    audited: true,
    budget: 'export',
    file: 'text/csv; charset=utf-8',
    query: z.object({ ...contactFilters, locale: z._default(Locale, 'nl') }),
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/contacts/duplicates',
    access: { right: Right.changeContacts, also: [Right.viewContacts] },
    summary: 'Contacts that share an e-mail address, phone or mobile',
    query: OfCustomer,
    response: z.array(Duplicates),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/contacts/merge',
    access: { right: Right.removeContacts, also: [Right.viewContacts, Right.changeContacts] },
    summary:
      'Make one contact of two: what the kept one leaves empty comes from the other, with its lists; can be taken back for ten minutes',
    body: z.object({ customerID: BodyId, keepID: BodyId, dropID: BodyId }),
    response: Contact,
  }),
}

const ListId = z.object({ listID: Id })
const changesLists = { right: Right.changeContacts, also: [Right.viewContacts] }

export const contactListApi = {
  list: endpoint({
    method: 'GET',
    path: '/contact-lists',
    access: { right: Right.viewContacts },
    summary: 'The contact lists of a customer with their members, by name',
    query: OfCustomer,
    response: z.array(ContactList),
  }),
  add: endpoint({
    method: 'POST',
    path: '/contact-lists',
    access: changesLists,
    summary: 'A new contact list',
    body: z.object({ customerID: BodyId, list: ContactListInput, memberIDs: z.array(BodyId).check(z.maxLength(1000)) }),
    response: ContactList,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/contact-lists/:listID',
    access: changesLists,
    summary: 'Rename or describe a contact list',
    savedAs: [{ entity: 'contactList', param: 'listID' }],
    params: ListId,
    body: z.object({ customerID: BodyId, list: ContactListInput, version: Version }),
    response: ContactList,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/contact-lists/:listID',
    access: changesLists,
    summary: 'Delete a contact list; its members stay',
    params: ListId,
    query: OfCustomer,
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/contact-lists/:listID/members',
    access: changesLists,
    summary: 'Put contacts on a list; who stands there stays',
    params: ListId,
    body: z.object({ customerID: BodyId, contactIDs: ContactIds }),
    response: ContactList,
  }),
  removeMembers: endpoint({
    method: 'DELETE',
    path: '/contact-lists/:listID/members',
    access: changesLists,
    summary: 'Take contacts off a list',
    params: ListId,
    body: z.object({ customerID: BodyId, contactIDs: ContactIds }),
    response: ContactList,
  }),
}
