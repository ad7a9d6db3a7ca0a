type Place = { customerId: number; providerId: number }

/** Binds what is encrypted of a paired number to its place: a key that is moved to another number or name does not open. */
export function pairingPurpose({ customerId, providerId }: Place, what: string): string {
  return `whatsapp-pairing:${customerId}:${providerId}:${what}`
}
