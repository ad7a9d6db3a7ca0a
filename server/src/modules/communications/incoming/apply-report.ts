import type { MailReport } from '../../../gateways/email/received-mail.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { hasCopy, type MailExtras } from '../../templates/mail-extras.ts'
import { listAddress } from '../../arrangements/blacklist/list-address.ts'
import { recordDeliveryOf } from '../record-delivery.ts'
import { isDeadAddress, statusIn } from './dead-address.ts'
import type { Answered } from './received-message.ts'

// The receiver says that it is no spam after all.
const isNoComplaint = (feedback: string) => feedback === 'not-spam'

type About = { customerId: number; answered: Answered; at: Date }

/**
 * What a mail server or a receiver reports about a mail of ours: its state, and the address where nobody is reached or wants to be. What is said of
 * somebody else who got it, by a copy, says nothing of the person; where nobody is named and others got it too, no address is listed.
 */
export async function applyReport(tx: Transaction, { customerId, answered, at }: About, report: MailReport): Promise<void> {
  const { id, caseId, recipient } = answered
  const isTheirs = (names: readonly string[]) => names.length === 0 || names.includes(recipient.toLowerCase())
  const mayList = async (names: readonly string[]) => names.length > 0 || !(await hasCopies(tx, customerId, id))
  const listed = { customerId, caseId, kind: 'email', value: recipient, at } as const
  if (report.kind === 'complaint') {
    if (!isTheirs(report.names)) return
    await recordDeliveryOf(tx, { customerId, id }, 'report', { eventKey: `complaint:${id}`, state: 'delivered', at })
    if (!isNoComplaint(report.feedback) && (await mayList(report.names))) await listAddress(tx, { ...listed, cause: 'complaint' })
    return
  }
  const theirs = report.receivers.find(({ names }) => isTheirs(names))
  if (!theirs) return
  const { action, status, reason } = theirs
  if (action === 'delivered')
    await recordDeliveryOf(tx, { customerId, id }, 'report', { eventKey: `delivered:${id}`, state: 'delivered', at })
  // Delayed, relayed, expanded: it is on its way.
  if (action !== 'failed') return
  const words = `${status} ${reason.replace(/^\d{3}[ -]/, '').replace(status, '')}`.replace(/\s+/g, ' ').trim()
  await recordDeliveryOf(tx, { customerId, id }, 'report', { eventKey: `failed:${id}`, state: 'failed', reason: words, at })
  const isDead = isDeadAddress(status) || isDeadAddress(statusIn(reason))
  if (isDead && (await mayList(theirs.names))) await listAddress(tx, { ...listed, cause: 'bounce' })
}

async function hasCopies(tx: Transaction, customerId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('communication_contents')
    .select('mail')
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .executeTakeFirst()
  return hasCopy(row?.mail as MailExtras | null | undefined)
}
