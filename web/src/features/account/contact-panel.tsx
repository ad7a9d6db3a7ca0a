import { UserContact } from '@regie/contract/account.ts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { type AppForm, Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { type Account, useAccount, useChangeContact } from './account-data.ts'
import styles from './account.module.css'

const schema = z.object({ ...UserContact.shape, password: z.string().check(z.maxLength(500)) })
type ContactValues = z.infer<typeof schema>

/** How one is reached. Another e-mail address or mobile number asks the password, because codes and links go there. */
export function ContactPanel({ account }: { account: Account }) {
  const t = useText()
  const change = useChangeContact()
  const { refetch } = useAccount()
  const form = useAppForm<ContactValues>({ schema, defaults: { ...account.contact, password: '' } })
  // What somebody else changed meanwhile comes in; what was typed here stays.
  useEffect(() => {
    form.reset({ ...account.contact, password: '' }, { keepDirtyValues: true, keepErrors: true })
  }, [form, account])
  const save = async ({ password, ...contact }: ContactValues) => {
    try {
      const body = { contact, version: account.version, ...(password !== '' && { password }) }
      await change.mutateAsync({ body })
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'error.conflict') void refetch()
      throw atItsField(failure)
    }
    form.reset({ ...contact, password: '' })
    notify(t('account.contact.saved'))
  }
  return (
    <Panel title={t('account.contact.title')}>
      <Form form={form} onSubmit={save} asksBeforeLeaving>
        <div className={styles.names}>
          <ContactField form={form} name="initials" autoComplete="off" />
          <ContactField form={form} name="firstName" autoComplete="given-name" />
          <ContactField form={form} name="middleName" autoComplete="additional-name" />
          <ContactField form={form} name="lastName" autoComplete="family-name" isRequired />
        </div>
        <ContactField form={form} name="email" autoComplete="email" type="email" isRequired />
        <div className={styles.numbers}>
          <ContactField form={form} name="mobile" autoComplete="tel" type="tel" />
          <ContactField form={form} name="phone" autoComplete="tel" type="tel" />
        </div>
        <PasswordForReach form={form} account={account} />
        <FormActions>
          <Button kind="main" type="submit" isDisabled={!form.formState.isDirty} isBusy={form.formState.isSubmitting}>
            {t('ui.save')}
          </Button>
        </FormActions>
      </Form>
    </Panel>
  )
}

type ContactFieldProps = {
  form: AppForm<ContactValues>
  name: keyof typeof UserContact.shape
  autoComplete: string
  type?: 'text' | 'email' | 'tel'
  isRequired?: boolean
}

// As the contract has them.
const lengthsMax = { initials: 20, firstName: 100, middleName: 40, lastName: 100, email: 254, mobile: 30, phone: 30 }

function ContactField({ form, name, ...input }: ContactFieldProps) {
  const t = useText()
  return (
    <FormField form={form} name={name}>
      {(field) => <TextInput {...field} {...input} maxLength={lengthsMax[name]} label={t(`account.contact.${name}`)} />}
    </FormField>
  )
}

function PasswordForReach({ form, account }: { form: AppForm<ContactValues>; account: Account }) {
  const t = useText()
  const [email, mobile] = useWatch({ control: form.control, name: ['email', 'mobile'] })
  if (!account.hasPassword || (email === account.contact.email && mobile === account.contact.mobile)) return null
  return (
    <FormField form={form} name="password">
      {(field) => <PasswordInput {...field} label={t('account.contact.password')} help={t('account.contact.passwordHelp')} isRequired />}
    </FormField>
  )
}

// The server names a field within the contact by its path; here the fields stand beside each other.
function atItsField(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure
  const field = failure.code.startsWith('password.') ? 'password' : failure.field?.replace(/^contact\./, '')
  return new ApiFailure(failure.status, {
    error: failure.code,
    params: failure.params,
    ...(field !== undefined && { field }),
    ...(failure.requestId !== undefined && { requestId: failure.requestId }),
  })
}
