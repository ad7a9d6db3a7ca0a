import type { MailReport } from '../../../gateways/email/received-mail.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { listAddress } from '../../arrangements/blacklist/list-address.ts'
import { recordDeliveryOf } from '../record-delivery.ts'
import { isDeadAddress, statusIn } from './dead-address.ts'
import type { SavedMail } from './saved-mail.ts'

// The receiver says that it is no spam after all.
const isNoComplaint = (feedback: string) => feedback === 'not-spam'

/** What a mail server or a receiver reports about a mail of ours: its state, and the address where nobody is reached or wants to be. */
export async function applyReport(tx: Transaction, { customerId, answered, at }: SavedMail, report: MailReport): Promise<void> {
  if (!answered) return
  const { id, caseId, recipient } = answered
  const listed = { customerId, caseId, kind: 'email', value: recipient, at } as const
  if (report.kind === 'complaint') {
    await recordDeliveryOf(tx, { customerId, id }, 'report', { eventKey: `complaint:${id}`, state: 'delivered', at })
    if (!isNoComplaint(report.feedback)) await listAddress(tx, { ...listed, cause: 'complaint' })
    return
  }
  const { action, status, reason } = report
  if (action === 'delivered')
    await recordDeliveryOf(tx, { customerId, id }, 'report', { eventKey: `delivered:${id}`, state: 'delivered', at })
  // Delayed, relayed, expanded: it is on its way.
  if (action !== 'failed') return
  const words = `${status} ${reason.replace(/^\d{3}[ -]/, '').replace(status, '')}`.replace(/\s+/g, ' ').trim()
  await recordDeliveryOf(tx, { customerId, id }, 'report', { eventKey: `failed:${id}`, state: 'failed', reason: words, at })
  if (isDeadAddress(status) || isDeadAddress(statusIn(reason))) await listAddress(tx, { ...listed, cause: 'bounce' })
}
