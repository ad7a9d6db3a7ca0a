import type { HeaderFileKind } from '@regie/contract/header-files.ts'
import { approvedCategories, approvedQualities, approvedStatuses } from '@regie/contract/whatsapp.ts'
import * as z from 'zod'
import type { ListedText } from '../whatsapp-gateway.ts'

const Button = z.object({ type: z.string(), text: z.string().catch(''), url: z.string().catch('') })
const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().catch(''),
  buttons: z.array(Button).catch([]),
})
const Listed = z.object({
  id: z.string(),
  name: z.string().max(512),
  language: z.string().max(20),
  status: z.enum(approvedStatuses).catch('OTHER'),
  category: z.enum(approvedCategories).catch('UTILITY'),
  quality_score: z
    .object({ score: z.enum(approvedQualities).catch('UNKNOWN') })
    .optional()
    .catch(undefined),
  components: z.array(Component).catch([]),
})
/** A page of GET /{waba-id}/message_templates. */
export const TextPage = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional()
    .catch(undefined),
})

const buttonTypes: Record<string, ListedText['buttons'][number]['type']> = { QUICK_REPLY: 'reply', URL: 'url', PHONE_NUMBER: 'phone' }

const fileKinds: Record<string, HeaderFileKind> = { IMAGE: 'image', DOCUMENT: 'document', VIDEO: 'video' }

/** The texts of a page that we can send. One with a place on a map above it, or with places by name, is filled in another way: they are left out. */
export function readTexts(rows: readonly unknown[]): ListedText[] {
  return rows.flatMap((row): ListedText[] => {
    const read = Listed.safeParse(row)
    if (!read.success) return []
    const { id, name, language, status, category, quality_score: quality, components } = read.data
    const part = (type: string) => components.find((component) => component.type === type)
    const header = part('HEADER')
    const headerKind = fileKinds[header?.format ?? '']
    const [headerText, body, footer] = [header?.text ?? '', part('BODY')?.text ?? '', part('FOOTER')?.text ?? '']
    if (header?.format !== undefined && header.format !== 'TEXT' && headerKind === undefined) return []
    if (/\{\{\s*[a-z_]/i.test(`${headerText} ${body}`) || body === '') return []
    const buttons = (part('BUTTONS')?.buttons ?? []).map(({ type, text, url }) => ({
      type: buttonTypes[type] ?? ('other' as const),
      text,
      url,
    }))
    return [
      {
        providerKey: id,
        name,
        language,
        status,
        category,
        quality: quality?.score ?? 'UNKNOWN',
        header: headerKind === undefined ? headerText : '',
        ...(headerKind && { headerKind }),
        body,
        footer,
        buttons,
      },
    ]
  })
}
