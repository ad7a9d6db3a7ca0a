import type { ApprovedChoice } from '@regie/contract/whatsapp.ts'
import { textOfApproved } from '@regie/contract/whatsapp.ts'
import { simulatedTexts } from '../../server/src/gateways/whatsapp/simulated/simulated-texts.ts'

const languages = { nl: 'nl', eng: 'en', fr: 'fr' } as const
type Fields = ApprovedChoice['fields']

/** The texts of a template that sends a text which the simulated provider approved, its places filled by these fields. */
export function demoApproved(name: string, fields: Fields) {
  const inLanguage = (locale: keyof typeof languages) => {
    const found = simulatedTexts.find((text) => text.name === name && text.language === languages[locale])
    if (!found) throw new Error(`the simulation has no text ${name} in ${locale}`)
    const { language, header, body, footer, buttons } = found
    const approved: ApprovedChoice = { name, language, header, body, footer, buttons, fields }
    return { subject: '', text: textOfApproved(approved), approved }
  }
  return { nl: inLanguage('nl'), eng: inLanguage('eng'), fr: inLanguage('fr') }
}
