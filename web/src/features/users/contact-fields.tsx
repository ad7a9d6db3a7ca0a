import type { UserContact } from '@regie/contract/account.ts'
import { useText } from '../../locales/i18n.tsx'
import { FormField, type AppForm } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './users.module.css'

const fields = [
  ['initials', 'text', 20],
  ['firstName', 'text', 100],
  ['middleName', 'text', 40],
  ['lastName', 'text', 100],
  ['email', 'email', 254],
  ['phone', 'tel', 30],
  ['mobile', 'tel', 30],
] as const

/** How a user can be reached and addressed. */
export function ContactFields<Values extends UserContact>({ form }: { form: AppForm<Values> }) {
  const t = useText()
  // The fields are those of every form that holds a contact.
  const contactForm = form as unknown as AppForm<UserContact>
  return (
    <div className={styles.grid}>
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
  )
}
