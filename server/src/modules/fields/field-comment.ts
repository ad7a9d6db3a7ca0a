import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Locale } from '@regie/contract/locale.ts'

type Words = {
  required: string
  oneOf: string
  maxLength: (count: number) => string
  choices: string
  types: Record<FieldDefinition['type'], string>
}

const words: Record<Locale, Words> = {
  nl: {
    required: 'Verplicht.',
    oneOf: 'Vul ten minste één kolom van deze groep in.',
    maxLength: (count) => `Hoogstens ${count} tekens.`,
    choices: 'Kies uit:',
    types: {
      text: 'Tekst.',
      number: 'Getal.',
      integer: 'Geheel getal.',
      amount: 'Bedrag, zoals 1.234,56.',
      date: 'Datum, zoals 31-01-2026.',
      phone: 'Telefoonnummer; sla de kolom op als tekst.',
      email: 'E-mailadres.',
      iban: 'IBAN.',
      postcode: 'Postcode, zoals 1234 AB.',
      choice: '',
      bool: 'Ja of nee.',
      time: 'Tijd, zoals 09:30.',
    },
  },
  eng: {
    required: 'Required.',
    oneOf: 'Fill in at least one column of this group.',
    maxLength: (count) => `At most ${count} characters.`,
    choices: 'One of:',
    types: {
      text: 'Text.',
      number: 'Number.',
      integer: 'Whole number.',
      amount: 'Amount, such as 1,234.56.',
      date: 'Date, such as 31-01-2026.',
      phone: 'Phone number; save the column as text.',
      email: 'E-mail address.',
      iban: 'IBAN.',
      postcode: 'Postal code, such as 1234 AB.',
      choice: '',
      bool: 'Yes or no.',
      time: 'Time, such as 09:30.',
    },
  },
  fr: {
    required: 'Obligatoire.',
    oneOf: 'Remplissez au moins une colonne de ce groupe.',
    maxLength: (count) => `${count} caractères au plus.`,
    choices: 'Au choix :',
    types: {
      text: 'Texte.',
      number: 'Nombre.',
      integer: 'Nombre entier.',
      amount: 'Montant, par exemple 1.234,56.',
      date: 'Date, par exemple 31-01-2026.',
      phone: 'Numéro de téléphone ; enregistrez la colonne en texte.',
      email: 'Adresse e-mail.',
      iban: 'IBAN.',
      postcode: 'Code postal, par exemple 1234 AB.',
      choice: '',
      bool: 'Oui ou non.',
      time: 'Heure, par exemple 09:30.',
    },
  },
}

/** What may stand in the column of a field, in a sentence or two. */
export function fieldComment(field: FieldDefinition, locale: Locale): string {
  const { required, oneOf, maxLength, choices, types } = words[locale]
  return [
    field.required ? required : '',
    field.group === undefined ? '' : oneOf,
    types[field.type],
    field.choices ? `${choices} ${field.choices.join(', ')}.` : '',
    field.type === 'text' ? maxLength(field.maxLength) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
