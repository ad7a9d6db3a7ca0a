import type { Locale } from '@regie/contract/locale.ts'
import { isPersonId } from '@regie/contract/whatsapp.ts'

// Under it stands Meta's own button: sharing one's number is one press, and nobody has to.
const texts: Record<Locale, (customer: string) => string> = {
  nl: (customer) =>
    `WhatsApp laat ons uw telefoonnummer niet zien. Wilt u het met ${customer} delen, zodat wij u kunnen bereiken? Druk dan op de knop hieronder.`,
  eng: (customer) =>
    `WhatsApp does not show us your phone number. Would you like to share it with ${customer}, so that we can reach you? Then press the button below.`,
  fr: (customer) =>
    `WhatsApp ne nous montre pas votre numéro de téléphone. Voulez-vous le partager avec ${customer}, afin que nous puissions vous joindre ? Appuyez alors sur le bouton ci-dessous.`,
}

/** With which words a person is asked for their number. They say nothing of a case. */
export const askingWords = (locale: Locale, customerName: string): string => texts[locale](customerName)

/** Does nobody but Meta know the number of who is written to? */
export const isWithoutNumber = (channel: string, address: string | null): address is string =>
  channel === 'whatsapp' && address !== null && isPersonId(address)
