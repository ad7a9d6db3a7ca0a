import type { Channel } from '@regie/contract/channels.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { caseValues } from '../../templates/case-values.ts'
import type { MailCopies } from '../../templates/mail-extras.ts'
import { findListed, listedFor } from '../message-permission.ts'
import type { WrittenSubject } from '../payment-link/written-case.ts'
import { addressesNamed, mailReceiver, type ReceiverOptions } from './mail-receiver.ts'

/** Where a message by hand would go by itself, and the facts with which is asked whether that may be. */
type Asked = { recipient: string | null; facts: CaseFacts }
type Text = { options: ReceiverOptions & Parameters<typeof caseValues>[2] }
type About = { channel: Channel; isAnswer: boolean; texts: readonly Text[]; at: Date; now: Date }
type Receiving = Asked & { copies: MailCopies }

const noCopies: MailCopies = { cc: [], bcc: [], receiverReason: null }

/**
 * Who gets a text by hand: the template of an e-mail may name somebody else than the person; what answers a conversation goes to who wrote there. The
 * blacklist is asked once for all these texts; the light of a text and its sending ask the answer the same.
 */
export async function findReceiversOfTexts(
  db: Db,
  one: WrittenSubject,
  { channel, isAnswer, texts, at, now }: About,
): Promise<(text: Text, asked: Asked) => Receiving> {
  if (channel !== 'email') return (_text, asked) => ({ ...asked, copies: noCopies })
  const { customerId, caseId } = one
  const receiving = ({ options }: Text) => (isAnswer ? { ...options, to: '', alwaysCc: false } : options)
  const valuesOf = ({ options }: Text) => caseValues(one, undefined, options)
  const named = new Set(texts.flatMap((text) => addressesNamed(receiving(text), valuesOf(text))))
  const listed = await findListed(
    db,
    [...named].map((address) => ({ customerId, caseId, address })),
    now,
  )
  const about = { listed: listedFor(listed, caseId), at }
  return (text, asked) => {
    const found = mailReceiver(asked.facts, receiving(text), valuesOf(text), about)
    return found.copies.receiverReason === null ? { ...found, recipient: asked.recipient } : found
  }
}
