import type { MailReport, ReceivedMail } from '../../../gateways/email/received-mail.ts'

const postmaster = /^(mailer-daemon|postmaster)@|^$/
const lettersMax = 20_000
// RFC 3463 beside the answer of SMTP: a status alone may stand in any text.
const refusal = /\b5\d\d[\s#:-]{1,3}(5\.\d{1,3}\.\d{1,3})\b[^\r\n]{0,300}/

/** What a mail server says in words alone, where it sends no report of RFC 3464; null: it does not say that a mail came back for good. */
export function bounceInWords({ sender, reply, quoted }: Pick<ReceivedMail, 'sender' | 'reply' | 'quoted'>): MailReport | null {
  if (!postmaster.test(sender)) return null
  const [reason, status] = refusal.exec(`${reply}\n${quoted}`.slice(0, lettersMax)) ?? []
  if (reason === undefined || status === undefined) return null
  return { kind: 'delivery', originalId: '', receivers: [{ names: [], action: 'failed', status, reason: reason.trim() }] }
}
