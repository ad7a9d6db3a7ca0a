// RFC 3463: no such mailbox, no such domain, a bad address, moved without a new one, a domain that takes no mail; disabled. Others are about the message,
// a full mailbox or a policy, and say nothing of the address.
const dead = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Does this status of a refusal or bounce say that nobody is reached at the address, now or later? */
export const isDeadAddress = (status: string): boolean => dead.test(status)

/** The status within what a mail server said: `550 5.1.1 No such user`. */
export function statusIn(words: string): string {
  return /(?:^|[\s#;])([245]\.\d{1,3}\.\d{1,3})\b/.exec(words.slice(0, 500))?.[1] ?? ''
}
