import type { MailReceiverReason, TemplateOptions } from '@regie/contract/templates.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type ContactFacts, contactPermission } from '../../contact-permission/contact-permission.ts'
import { addressesIn, type MailCopies } from '../../templates/mail-extras.ts'
import { findListed, listedFor, reachedAt } from '../message-permission.ts'

export type ReceiverOptions = Pick<TemplateOptions, 'to' | 'cc' | 'bcc' | 'alwaysCc'>
type Values = Readonly<Record<string, string>>

/** Who gets an e-mail: its addressee, the facts with which is asked whether that may be, and the copies. */
export type MailReceiver<Facts> = { recipient: string | null; facts: Facts; copies: MailCopies }

/** All addresses that a template names itself, filled in for a case: of those the blacklist is asked. */
export function addressesNamed({ to, cc, bcc }: Omit<ReceiverOptions, 'alwaysCc'>, values: Values): string[] {
  return [to, cc, bcc].flatMap((list) => addressesIn(list, values))
}

/**
 * Who gets an e-mail by the options of its template. Named addressees take the place of the person of the case: the first gets it, the others a copy.
 * Where there is no addressee, or one on the blacklist, the first copy may get it in their place (`alwaysCc`). Nobody on the blacklist gets a copy.
 *
 * The law: hours, caps and the blacklist protect the debtor, and a copy is mostly for a colleague or the client. That is no contact with the debtor but
 * personal data told to somebody else, which asks for a ground of its own (art. 6 GDPR: the client whose claim it is, staff who work on it). A program
 * cannot see who an address belongs to, so the strict rule holds for all of them: what stops contact about the case (closed, dispute, pause, hours)
 * stops this too, for contactPermission() is asked of the address that it goes to. In a demo only who shows it is reached.
 */
export function mailReceiver<Facts extends ContactFacts>(
  facts: Facts,
  options: ReceiverOptions,
  values: Values,
  { listed, at }: { listed: ReadonlySet<string>; at: Date },
): MailReceiver<Facts> {
  const [to, cc, bcc] = [options.to, options.cc, options.bcc].map((list) => addressesIn(list, values)) as [string[], string[], string[]]
  const isFree = (address: string) => !listed.has(address)
  const named = options.to === '' || facts.ownAddresses !== null ? null : to
  const other = named && [...named.filter(isFree), ...named][0]
  const first = named === null ? { recipient: facts.email, facts, reason: null } : reach(facts, other ?? null, listed, 'template')
  const copies = [...new Set([...(named ?? []), ...cc])].filter(isFree)
  const refusal = options.alwaysCc && facts.ownAddresses === null ? contactPermission(first.facts, 'email', at).reason : null
  const why = refusal === 'noEmail' || refusal === 'blacklisted' ? refusal : null
  const [inPlace] = why === null ? [] : copies
  const chosen = inPlace === undefined || why === null ? first : reach(facts, inPlace, listed, why)
  const isOther = (address: string) => address !== chosen.recipient?.toLowerCase()
  return {
    recipient: chosen.recipient,
    facts: chosen.facts,
    copies: { cc: copies.filter(isOther), bcc: bcc.filter(isFree).filter(isOther), receiverReason: chosen.reason },
  }
}

function reach<Facts extends ContactFacts>(
  facts: Facts,
  recipient: string | null,
  listed: ReadonlySet<string>,
  reason: MailReceiverReason,
) {
  // What the person wrote themselves is answered to them alone.
  const asked = { ...facts, answersUntil: null }
  return { recipient, facts: recipient === null ? { ...asked, email: null } : reachedAt(asked, 'email', recipient, listed), reason }
}

type About<Facts> = { ref: { customerId: number; caseId: number }; facts: Facts; options: ReceiverOptions; values: Values; at: Date }

/** The same with the blacklist as it is now. */
export async function findMailReceiver<Facts extends ContactFacts>(
  db: Db,
  { ref: { customerId, caseId }, facts, options, values, at }: About<Facts>,
  now: Date,
): Promise<MailReceiver<Facts>> {
  const asked = addressesNamed(options, values).map((address) => ({ customerId, caseId, address }))
  return mailReceiver(facts, options, values, { listed: listedFor(await findListed(db, asked, now), caseId), at })
}
