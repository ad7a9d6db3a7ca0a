import * as z from 'zod/mini'
import { userContactShape } from './account.ts'
import { Locale } from './locale.ts'

export const salutations = ['dhr', 'mevr', 'geen'] as const
const Salutation = z.enum(salutations)
export type Salutation = z.infer<typeof Salutation>

/** How a contact is addressed besides their name. */
const addressedShape = {
  salutation: Salutation,
  department: z.string().check(z.trim(), z.maxLength(100)),
  jobTitle: z.string().check(z.trim(), z.maxLength(100)),
}

/** The fields of a contact that staff fill in. */
const contactShape = {
  ...addressedShape,
  ...userContactShape,
  /** Of who signs in the language of their account, which they choose themselves. */
  locale: Locale,
  /** As many lines as a cell of a file holds. */
  notes: z.string().check(
    z.trim(),
    z.maxLength(2000),
    z.refine((text) => text.split('\n').length <= 20),
  ),
  /** Who is not active gets no reports. */
  active: z.boolean(),
}
export const ContactInput = z.object(contactShape)
export type ContactInput = z.infer<typeof ContactInput>

/** A person on the customer's side: who gets reports, and who signs in. Never who owes. */
export const Contact = z.object({
  contactID: z.number(),
  /** Null: of a user of the installation. */
  customerID: z.nullable(z.number()),
  /** The account that this person signs in with. */
  userID: z.nullable(z.number()),
  ...contactShape,
  lastName: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
})
export type Contact = z.infer<typeof Contact>
