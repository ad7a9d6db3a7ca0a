import type { UserContact } from '@regie/contract/account.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppForm, FormField } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './users.module.css'

const rows = [
  {
    look: styles.names,
    fields: [
      ['initials', 'text', 20],
      ['firstName', 'text', 100],
      ['middleName', 'text', 40],
      ['lastName', 'text', 100],
    ],
  },
  { look: undefined, fields: [['email', 'email', 254]] },
  {
    look: styles.numbers,
    fields: [
      ['mobile', 'tel', 30],
      ['phone', 'tel', 30],
    ],
  },
] as const

/** How a user can be reached and addressed. */
export function ContactFields<Values extends UserContact>({ form }: { form: AppForm<Values> }) {
  const t = useText()
  // The fields are those of every form that holds a contact.
  const contactForm = form as unknown as AppForm<UserContact>
  return rows.map(({ look, fields }) => (
    <div key={fields[0][0]} className={look}>
      {fields.map(([name, type, maxLength]) => (
        <FormField key={name} form={contactForm} name={name}>
          {(field) => (
            <TextInput
              {...field}
              type={type}
              maxLength={maxLength}
              label={t(`users.fields.${name}`)}
              isRequired={name === 'lastName' || name === 'email'}
            />
          )}
        </FormField>
      ))}
    </div>
  ))
}
