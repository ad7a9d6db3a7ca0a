import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CellTransform } from './cell-transforms.ts'
import { Locale, LocalText } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

export const fieldTypes = [
  'text',
  'number',
  'integer',
  'amount',
  'date',
  'phone',
  'email',
  'iban',
  'postcode',
  'choice',
  'bool',
  'time',
] as const

/** An input field of a case, as a script defines it (product.md §5.6). */
export const FieldDefinition = z.object({
  key: z.string(),
  label: LocalText,
  type: z.enum(fieldTypes),
  required: z.boolean(),
  maxLength: z.number(),
  choices: z.optional(z.array(z.string())),
  /** Other headings under which files carry this field, lower case. */
  aliases: z.array(z.string()),
  /** Fields with the same group: one of them must be filled. */
  group: z.optional(z.string()),
  /** Staff may change it on a case. Left out: they may. */
  editable: z.optional(z.boolean()),
  minLength: z.optional(z.number()),
  exactLength: z.optional(z.number()),
  /** Upper case only. */
  upper: z.optional(z.boolean()),
  /** Characters that may not occur. */
  exclude: z.optional(z.string()),
  /** Tells of a person; masked for who may not see it. */
  pii: z.optional(z.boolean()),
  mask: z.optional(z.enum(['none', 'last4', 'all'])),
  example: z.optional(z.string()),
})
export type FieldDefinition = z.infer<typeof FieldDefinition>

const ScriptId = z.object({ scriptID: Id })

/** How a column of a file becomes a field (product.md §5.6), remembered for the script. */
export const MappingRow = z.object({
  column: z.string(),
  /** Two rows of one column fill two fields. */
  target: z.nullable(z.string()),
  transform: z.nullable(CellTransform),
  example: z.string(),
  /** Chosen by somebody or by an earlier import; else known by the field's own name. */
  remembered: z.boolean(),
})
export type MappingRow = z.infer<typeof MappingRow>

const ScriptFields = z.object({ fields: z.array(FieldDefinition), version: z.number() })

export const fieldApi = {
  list: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/fields',
    access: { right: Right.viewCases },
    summary: 'The fields of the cases of a script, in their order',
    params: z.object({ scriptID: Id }),
    response: z.array(FieldDefinition),
  }),
  edit: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/fields/edit',
    access: { right: Right.viewScripts },
    summary: 'The field definitions of a script, with the version that a change of them names',
    params: ScriptId,
    response: ScriptFields,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/fields',
    access: { right: Right.changeFilters },
    summary: 'Change the field definitions of a script; the fields that the product itself needs stay',
    params: ScriptId,
    body: z.object({ version: z.number(), fields: z.array(FieldDefinition).check(z.minLength(1), z.maxLength(200)) }),
    response: ScriptFields,
  }),
  mapping: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/mapping',
    access: { right: [Right.viewScripts, Right.uploadFiles] },
    summary: 'How columns of files become fields: the remembered headings and those that are recognised by themselves',
    params: ScriptId,
    response: z.object({ rows: z.array(MappingRow), version: z.number() }),
  }),
  saveMapping: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/mapping',
    access: { right: Right.changeFilters },
    summary: 'Change what is remembered of headings',
    params: ScriptId,
    body: z.object({
      version: z.number(),
      rows: z
        .array(
          z.object({
            column: z.string().check(z.minLength(1), z.maxLength(200)),
            target: z.nullable(z.string().check(z.maxLength(60))),
            transform: z.optional(z.nullable(CellTransform)),
          }),
        )
        .check(z.maxLength(1000)),
    }),
    response: z.object({ rows: z.array(MappingRow), version: z.number() }),
  }),
  example: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/example',
    access: { right: [Right.viewScripts, Right.uploadFiles] },
    summary: 'An example file with the fields of the script and two made-up rows',
    params: ScriptId,
    /** Without a language: the caller's own. */
    body: z._default(z.object({ locale: z.optional(Locale) }), {}),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
