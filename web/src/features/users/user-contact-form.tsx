import { UserContact } from '@regie/contract/account.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { UserRow } from '@regie/contract/users.ts'
import { useEffect } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { Form, FormActions, useAppForm } from '../../ui/form.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { ContactFields } from './contact-fields.tsx'
import { useChangeUser } from './users-data.ts'

const names = ['initials', 'firstName', 'middleName', 'lastName', 'email', 'phone', 'mobile'] as const
const contactOf = (user: UserRow) => Object.fromEntries(names.map((name) => [name, user[name]])) as UserContact

/** The linked contact of a user. Did a colleague change it meanwhile, then both are shown and the draft stays. */
export function UserContactForm({ user }: { user: UserRow }) {
  const t = useText()
  const change = useChangeUser()
  const form = useAppForm({ schema: UserContact, defaults: contactOf(user) })
  const { isDirty } = form.formState
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row: user,
    schema: UserRow,
    isChanged: () => isDirty,
  })
  useEffect(() => form.reset(contactOf(base)), [base, form])
  return (
    <Form
      form={form}
      label={t('users.contact')}
      onSubmit={async (contact) => {
        const saved = await save((version) => change.mutateAsync({ params: { userID: user.userID }, body: { contact, version } }))
        if (saved !== null) notify(t('users.saved'))
      }}
    >
      {theirs !== null && (
        <ConflictNotice
          lastSave={lastSave}
          items={names
            .filter((name) => theirs[name] !== form.getValues(name))
            .map((name) => ({ key: name, label: t(`users.fields.${name}`), value: theirs[name] || '–' }))}
          onTake={takeTheirs}
        />
      )}
      <ContactFields form={form} />
      <FormActions>
        <Can right={Right.changeUsers}>
          {(reason) => (
            <Button kind="main" type="submit" reason={reason} isBusy={form.formState.isSubmitting}>
              {t('users.save')}
            </Button>
          )}
        </Can>
      </FormActions>
    </Form>
  )
}
