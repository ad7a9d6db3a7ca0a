import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { approvedCategories, approvedQualities, ApprovedText, approvedStatuses } from './whatsapp.ts'

const Quality = z.enum(approvedQualities)

/** A text of WhatsApp as Meta has it. */
export const ListedWhatsappText = z.extend(ApprovedText, {
  status: z.enum(approvedStatuses),
  category: z.enum(approvedCategories),
  quality: Quality,
  /** The number whose account has it. */
  providerName: z.nullable(z.string()),
})
export type ListedWhatsappText = z.infer<typeof ListedWhatsappText>

/** A number by which messages leave. Null id and name: the installation's own. */
export const WhatsappNumber = z.object({
  providerID: z.nullable(z.number()),
  name: z.nullable(z.string()),
  displayNumber: z.string(),
  quality: Quality,
  /** How many people may be begun with within 24 hours; null: as many as there are. */
  dailyLimit: z.nullable(z.number()),
  usedToday: z.number(),
  syncedAt: z.string(),
})
export type WhatsappNumber = z.infer<typeof WhatsappNumber>

const Answer = z.object({
  texts: z.array(ListedWhatsappText),
  numbers: z.array(WhatsappNumber),
  /** The numbers that did not answer when they were asked last. */
  failed: z.array(z.string()),
})
export type WhatsappTexts = z.infer<typeof Answer>

export const whatsappApi = {
  texts: endpoint({
    method: 'GET',
    path: '/whatsapp/texts',
    access: { right: Right.viewTemplates },
    summary:
      'The texts of a customer that Meta approved, looks at or refused, as they were last fetched, and how much its numbers may still send',
    query: z.object({ customerID: Id }),
    response: Answer,
  }),
  people: endpoint({
    method: 'GET',
    path: '/whatsapp/people',
    access: { right: Right.exportReports, also: [Right.inbox] },
    budget: 'export',
    audited: true,
    file: 'text/csv; charset=utf-8',
    summary: 'Who writes by WhatsApp and is known by an id alone, as a CSV file that the blacklist can read',
    query: z.object({ customerID: Id, locale: z.optional(Locale) }),
  }),
  sync: endpoint({
    method: 'POST',
    path: '/whatsapp/texts/sync',
    access: { right: Right.changeTemplates, also: [Right.viewTemplates] },
    budget: 'analysis',
    summary: 'Fetch the texts of a customer from its numbers at Meta',
    body: z.object({ customerID: BodyId }),
    response: Answer,
  }),
}
