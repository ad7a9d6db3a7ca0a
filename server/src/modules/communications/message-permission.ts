import type { ChannelPermission } from '@regie/contract/cases.ts'
import { type ContactFacts, contactPermission } from '../contact-permission/contact-permission.ts'
import type { ClaimedMessage } from './communication-changes.ts'

/** May this message go now? Of what waits with it for the same person, only what was queued before it takes its place under a cap. */
export function messagePermission(facts: ContactFacts, { id, channel }: ClaimedMessage, at: Date): ChannelPermission {
  const contacts = facts.contacts.filter((contact) => contact.id !== id && (contact.left || contact.id < id))
  return contactPermission({ ...facts, contacts }, channel, at)
}
