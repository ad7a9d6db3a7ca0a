import { type ContactInput, salutations } from '@regie/contract/contact.ts'
import { locales } from '@regie/contract/locale.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppForm, FormField } from '../../ui/form.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { languageNames } from '../../ui/language-choice.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import styles from './contacts.module.css'

type TextName = Exclude<keyof ContactInput, 'salutation' | 'locale' | 'active' | 'notes'>
type TextField = readonly [name: TextName, type: 'text' | 'email' | 'tel', maxLength: number]

const nameFields: readonly TextField[] = [
  ['initials', 'text', 20],
  ['firstName', 'text', 100],
  ['middleName', 'text', 40],
  ['lastName', 'text', 100],
]
const workFields: readonly TextField[] = [
  ['department', 'text', 100],
  ['jobTitle', 'text', 100],
]
const reachFields: readonly TextField[] = [
  ['email', 'email', 254],
  ['mobile', 'tel', 30],
  ['phone', 'tel', 30],
]

/** The fields of a contact. Codes and links go to the address and mobile of who signs in: those, and their language, are changed at the account. */
export function ContactFields({ form, signsIn }: { form: AppForm<ContactInput>; signsIn: boolean }) {
  const t = useText()
  const texts = (fields: readonly TextField[]) =>
    fields.map(([name, type, maxLength]) => (
      <FormField key={name} form={form} name={name}>
        {(field) => (
          <TextInput
            {...field}
            type={type}
            maxLength={maxLength}
            label={t(`contacts.fields.${name}`)}
            isRequired={name === 'lastName' || name === 'email'}
            isDisabled={signsIn && (name === 'email' || name === 'mobile')}
          />
        )}
      </FormField>
    ))
  return (
    <div className={styles.form}>
      <FormField form={form} name="salutation">
        {(field) => (
          <SelectInput
            {...field}
            onChange={(chosen) => field.onChange(salutations.find((one) => one === chosen) ?? field.value)}
            label={t('contacts.fields.salutation')}
            options={salutations.map((value) => ({ value, label: t(`contacts.salutations.${value}`) }))}
          />
        )}
      </FormField>
      {texts(nameFields)}
      {texts(workFields)}
      {texts(reachFields)}
      <FormField form={form} name="locale">
        {(field) => (
          <SelectInput
            {...field}
            onChange={(chosen) => field.onChange(locales.find((one) => one === chosen) ?? field.value)}
            isDisabled={signsIn}
            label={t('contacts.fields.locale')}
            options={locales.map((value) => ({ value, label: languageNames[value] }))}
          />
        )}
      </FormField>
      <div className={styles.whole}>
        <FormField form={form} name="notes">
          {(field) => <TextAreaInput {...field} label={t('contacts.fields.notes')} rows={3} maxLength={2000} />}
        </FormField>
      </div>
      <div className={styles.whole}>
        <FormField form={form} name="active">
          {(field) => (
            <SwitchInput
              label={t('contacts.fields.active')}
              help={t('contacts.activeHelp')}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        </FormField>
      </div>
    </div>
  )
}
