import type { FieldDefinition } from '@regie/contract/fields.ts'
import { importColumns } from '@regie/contract/import-columns.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'

/** What a column may become: left out, a field of the script, or what a file may say of a case. */
export function useFieldOptions(fields: readonly FieldDefinition[]) {
  const t = useText()
  const locale = useLocale()
  const own = new Set(fields.map(({ key }) => key))
  return [
    { value: '', label: t('files.mapping.leaveOut') },
    ...fields.map((field) => ({ value: field.key, label: `${field.label[locale]}${field.required ? ' *' : ''}` })),
    ...importColumns.filter(({ key }) => !own.has(key)).map(({ key, label }) => ({ value: key, label: label[locale] })),
  ]
}

/** The names of what columns fill, by key. */
export function useFieldNames(fields: readonly FieldDefinition[]): ReadonlyMap<string, string> {
  const locale = useLocale()
  return new Map<string, string>([...importColumns, ...fields].map(({ key, label }) => [key, label[locale]]))
}
