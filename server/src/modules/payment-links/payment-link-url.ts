/** The address of a link's page, as it stands in messages. */
export function paymentLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/p/${token}`
}

/** Could this be one of our tokens? 128 bits in base64url. */
export function isPaymentToken(token: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(token)
}
