import type { FieldDefinition } from '@regie/contract/fields.ts'
import { referenceForm } from '@regie/contract/payment-references.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { html } from '../../platform/http/html.ts'

/** Phone numbers in full are for who holds the right to them; others see enough to recognise one (product.md 5.16). */
export function maySeePersonalData({ rights }: Caller): boolean {
  return rights.includes(Right.viewPersonalData)
}

/** +31612345678 becomes +316••••••78. */
function maskPhone(phone: string): string {
  return phone.length < 8 ? '•'.repeat(phone.length) : `${phone.slice(0, 4)}${'•'.repeat(phone.length - 6)}${phone.slice(-2)}`
}

/** A field as its definition shows it to who may not see personal data in full: phones always masked, others as the script says. */
export function maskField(value: string, field: Pick<FieldDefinition, 'type' | 'mask'> | undefined): string {
  if (field?.mask === 'all') return '•'.repeat(Math.min(value.length, 12))
  if (field?.mask === 'last4') return value.length <= 4 ? '•'.repeat(value.length) : `••••${value.slice(-4)}`
  return field?.type === 'phone' ? maskPhone(value) : value
}

// The fields of which the name of a case is made (case-from-fields.ts).
export const nameKeys = ['voornaam', 'voorletters', 'tussenvoegsel', 'achternaam', 'bedrijfsnaam'] as const
type Definitions = readonly FieldDefinition[]
type Columns = { name: string; phone: string | null; email: string | null; city?: string | null }

const isMasked = (field: FieldDefinition | undefined) => field?.mask === 'all' || field?.mask === 'last4'

/** The columns that are made of fields, masked as those fields are: a name stands beside its masked parts. */
export function maskColumns<Row extends Columns>(row: Row, defs: Definitions): Row {
  const { phone, name, email, city } = row
  const nameDef = defs.find((field) => isMasked(field) && (nameKeys as readonly string[]).includes(field.key))
  const defOf = (wanted: string) => defs.find(({ key }) => key === wanted)
  return {
    ...row,
    phone: phone === null ? null : maskPhone(phone),
    name: maskField(name, nameDef),
    email: email === null ? null : maskField(email, defOf('email')),
    ...(city && { city: maskField(city, defOf('plaats')) }),
  }
}

/** The fields of a case, each as its definition shows it. */
export function maskFields(fields: Readonly<Record<string, string>>, defs: Definitions): Record<string, string> {
  const known = new Map(defs.map((field) => [field.key, field]))
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, maskField(value, known.get(key))]))
}

// Shorter values stand in too many words that mean something else.
const wordLengthMin = 3

/** Masks within any text (a message, its address, what the timeline says) the values of this case that its fields mask. */
export function textMaskOf(
  subject: Columns & { mobile: string | null; fields: Readonly<Record<string, string>> },
  defs: Definitions,
): (text: string) => string {
  const shown = maskColumns(subject, defs)
  const fields = maskFields(subject.fields, defs)
  const pairs = (
    [
      [subject.name, shown.name],
      [subject.email ?? '', shown.email ?? ''],
      ...[subject.phone, subject.mobile].map((number) => [number ?? '', maskPhone(number ?? '')] as const),
      ...Object.entries(subject.fields).map(([key, value]) => [value, fields[key] ?? ''] as const),
    ] satisfies (readonly [string, string])[]
  ).filter(([value, mask]) => value !== mask)
  const whole = new Map(pairs)
  const reference = subject.fields['betalingskenmerk']
  const hidden = pairs
    .filter(([value]) => value.length >= wordLengthMin)
    .flatMap(([value, mask]) =>
      [...new Set([value, html`${value}`.text])].map((one) => ({
        value: one,
        spelling: value === reference ? referenceSpelling(one) : spellingOf(one),
        mask,
      })),
    )
    .sort((one, other) => other.value.length - one.value.length)
  return (text) => whole.get(text) ?? hidden.reduce((rest, { spelling, mask }) => rest.replaceAll(spelling, () => mask), text)
}

// What people put between the digits of a number.
const between = String.raw`[\s.()/\-]{0,3}`

/** A payment reference in any case, with what is put between its parts, and as banks in Europe have it: behind RF and two digits. */
function referenceSpelling(value: string): string | RegExp {
  const form = referenceForm(value)
  if (form === '') return value
  return new RegExp(`(?:RF${between}\\d${between}\\d${between})?${Array.from(form).join(between)}`, 'giu')
}

/** What stands for a value in a text that people type: an address in any case, a number with and without its country and with what is put between. */
function spellingOf(value: string): string | RegExp {
  if (value.includes('@')) return new RegExp(value.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'gi')
  if (!/^\+\d{5,}$/.test(value)) return value
  const spaced = (digits: string) => digits.split('').join(between)
  const abroad = String.raw`(?:(?:\+|0${between}0)${between})?`
  if (!value.startsWith('+31')) return new RegExp(`${abroad}${spaced(value.slice(1))}`, 'g')
  return new RegExp(`(?:${abroad}${spaced('31')}${between}(?:0${between})?|0${between})${spaced(value.slice(3))}`, 'g')
}
