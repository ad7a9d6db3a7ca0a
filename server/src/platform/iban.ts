import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** An IBAN as banks send it, when its check and the length that its country gives it are right; written with spaces, too. Null: it is none. */
export function readIban(text: string): string | null {
  const iban = electronicFormatIBAN(text)
  return iban !== null && isValidIBAN(iban) ? iban : null
}
