import type { RefusalReason } from '@regie/contract/cases.ts'
import { addressKey, addressOf, type Channel, channelTable } from '@regie/contract/channels.ts'
import type { ContactWishes } from './contact-wishes.ts'

/** What decides whether a channel reaches the person at all. */
export type AddressFacts = {
  phone: string | null
  mobile: string | null
  email: string | null
  /** Addresses of the person that are on the blacklist, e-mail in lower case. */
  blacklisted: readonly string[]
  /** In a demo: the numbers and address of who shows it, and nobody else's. Null: no demo. */
  ownAddresses: readonly string[] | null
  /** What the person asked for: by which channel, and when not to be called. */
  wishes: ContactWishes
  /** The channels that somebody carries. */
  providers: Readonly<Partial<Record<Channel, object>>>
}

/** Why this channel does not reach the person of a case as it stands, whatever hours, batch and script allow; null when it does. */
export function addressRefusal(facts: AddressFacts, channel: Channel): RefusalReason | null {
  const address = addressOf(facts, channel)
  if (!address) return channelTable[channel].noAddress
  const listed = addressKey(channel, address)
  if (facts.blacklisted.includes(listed)) return 'blacklisted'
  if (facts.ownAddresses) return facts.ownAddresses.includes(listed) ? null : 'onlyOwnNumber'
  return prefersOther(facts, channel) ? 'otherChannelPreferred' : null
}

/** The same of a letter on paper. */
export function postRefusal(facts: AddressFacts, post: { hasAddress: boolean; isSimulated: boolean }): RefusalReason | null {
  if (!post.hasAddress) return 'noPostalAddress'
  // A demo reaches only who shows it, and nobody's street is known for that.
  if (facts.ownAddresses && !post.isSimulated) return 'onlyOwnNumber'
  if (isListedWhole(facts)) return 'blacklisted'
  const { prefers } = facts.wishes
  return prefers !== null && prefers !== 'post' && isReachedBy(facts, prefers) ? 'otherChannelPreferred' : null
}

function isListedWhole({ blacklisted, phone, mobile, email }: AddressFacts): boolean {
  const known = [phone, mobile, email?.toLowerCase() ?? null].filter((address) => address !== null)
  return known.length > 0 && known.every((address) => blacklisted.includes(address))
}

/** A channel that cannot reach the person is no wish that can be kept; letters are written by people. */
function prefersOther(facts: AddressFacts, channel: Channel): boolean {
  const { prefers } = facts.wishes
  if (prefers === null || prefers === channel) return false
  return prefers === 'post' || isReachedBy(facts, prefers)
}

function isReachedBy(facts: AddressFacts, prefers: Channel): boolean {
  const address = addressOf(facts, prefers)
  return address !== null && !facts.blacklisted.includes(addressKey(prefers, address)) && !!facts.providers[prefers]
}
