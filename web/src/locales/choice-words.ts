import type { FieldDefinition } from '@regie/contract/fields.ts'
import { findText } from './i18n.tsx'

/** What a choice of a field is called in the reader's language; a choice that a customer made itself stays as it is. */
export function choiceText({ type }: Pick<FieldDefinition, 'type'>, choice: string): string {
  if (type === 'bool') return findText(choice === 'ja' ? 'ui.choices.ja' : 'ui.choices.nee') ?? choice
  return (type === 'choice' ? findText(`ui.choices.${choice}`) : null) ?? choice
}
