/** The address of a link's page, as it stands in messages. */
export function paymentLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/p/${token}`
}

type Hosts = { publicUrl: string; shortUrl: string | null }

/** The same in few characters, for an SMS: it leads to the page. */
export function shortLinkUrl({ publicUrl, shortUrl }: Hosts, token: string): string {
  return `${shortUrl ?? publicUrl}/l/${token}`
}

/** A link as it stands in a message of a channel: short in an SMS, where each character is paid for. */
export function linkUrlFor(channel: string, hosts: Hosts, url: string): string {
  const long = paymentLinkUrl(hosts.publicUrl, '')
  return channel === 'sms' && url.startsWith(long) ? shortLinkUrl(hosts, url.slice(long.length)) : url
}

/** Could this be one of our tokens? 128 bits in base64url. */
export function isPaymentToken(token: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(token)
}
