import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { LocalText } from '@regie/contract/locale.ts'

/** A field as its form has it: lists as text, absent rules as nothing. */
export type FieldDraft = {
  key: string
  label: LocalText
  type: FieldDefinition['type']
  required: boolean
  editable: boolean
  upper: boolean
  pii: boolean
  group: string
  exclude: string
  example: string
  aliases: string
  choices: string
  maxLength: number | null
  minLength: number | null
  exactLength: number | null
}

export function draftOf(field: FieldDefinition | null): FieldDraft {
  return {
    key: field?.key ?? '',
    label: field?.label ?? { nl: '', eng: '', fr: '' },
    type: field?.type ?? 'text',
    required: field?.required ?? false,
    editable: field?.editable ?? true,
    upper: field?.upper ?? false,
    pii: field?.pii ?? false,
    group: field?.group ?? '',
    exclude: field?.exclude ?? '',
    example: field?.example ?? '',
    aliases: field?.aliases.join(', ') ?? '',
    choices: field?.choices?.join(', ') ?? '',
    maxLength: field?.maxLength ?? 100,
    minLength: field?.minLength ?? null,
    exactLength: field?.exactLength ?? null,
  }
}

/** The field that a form describes. A language without a label of its own shows the Dutch one. */
export function fieldOf(draft: FieldDraft, before: FieldDefinition | null): FieldDefinition {
  const { key, type, required, editable, upper, pii, group, exclude, example, maxLength, minLength, exactLength } = draft
  const label = draft.label.nl.trim()
  return {
    key: key.trim(),
    label: { nl: label, eng: draft.label.eng.trim() || label, fr: draft.label.fr.trim() || label },
    type,
    required,
    maxLength: maxLength ?? 100,
    aliases: listOf(draft.aliases),
    ...(type === 'choice' ? { choices: listOf(draft.choices) } : {}),
    ...(group.trim() === '' ? {} : { group: group.trim() }),
    ...(editable ? {} : { editable }),
    ...(upper ? { upper } : {}),
    ...(pii ? { pii } : {}),
    ...(exclude === '' ? {} : { exclude }),
    ...(example.trim() === '' ? {} : { example: example.trim() }),
    ...(minLength === null ? {} : { minLength }),
    ...(exactLength === null ? {} : { exactLength }),
    ...(before?.mask === undefined ? {} : { mask: before.mask }),
  }
}

/** A key that goes with a label: lower case, without marks, words joined by underscores. */
export function keyFrom(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 60)
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
