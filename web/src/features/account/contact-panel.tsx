import { OwnContact, UserContact } from '@regie/contract/account.ts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { type AppForm, Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { type Account, useChangeContact } from './account-data.ts'
import styles from './account.module.css'

const schema = z.object({ ...UserContact.shape, password: z.string().check(z.maxLength(500)) })
const names = ['initials', 'firstName', 'middleName', 'lastName', 'email', 'mobile', 'phone'] as const
type ContactValues = z.infer<typeof schema>

/** How one is reached. Another e-mail address or mobile number asks the password, because codes and links go there. */
export function ContactPanel({ account }: { account: Account }) {
  const t = useText()
  const change = useChangeContact()
  const form = useAppForm<ContactValues>({ schema, defaults: { ...account.contact, password: '' } })
  const { isDirty } = form.formState
  const { contact: known, version: knownVersion } = account
  const row = { contact: known, version: knownVersion }
  const { base, theirs, takeTheirs, save } = useVersionedForm<OwnContact>({ row, schema: OwnContact, isChanged: () => isDirty })
  useEffect(() => form.reset({ ...base.contact, password: '' }), [base, form])
  const send = async ({ password, ...contact }: ContactValues) => {
    const saved = await save((version) => change.mutateAsync({ body: { contact, version, ...(password !== '' && { password }) } })).catch(
      (failure: unknown) => {
        throw atItsField(failure)
      },
    )
    if (saved !== null) notify(t('account.contact.saved'))
  }
  return (
    <Panel title={t('account.contact.title')}>
      <Form form={form} onSubmit={send} asksBeforeLeaving>
        {theirs !== null && (
          <ConflictNotice
            items={names
              .filter((name) => theirs.contact[name] !== form.getValues(name))
              .map((name) => ({ key: name, label: t(`account.contact.${name}`), value: theirs.contact[name] || '–' }))}
            onTake={takeTheirs}
          />
        )}
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
