import { UserContact } from '@regie/contract/account.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { UserRow } from '@regie/contract/users.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, useAppForm } from '../../ui/form.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useChangeUser } from './users-data.ts'
import styles from './users.module.css'
import { currentOf } from '../../api/conflict.ts'

const names = ['initials', 'firstName', 'middleName', 'lastName', 'email', 'phone', 'mobile'] as const
const contactOf = (user: UserRow) => Object.fromEntries(names.map((name) => [name, user[name]])) as UserContact

/** The linked contact of a user. Did a colleague change it meanwhile, then both are shown and the draft stays. */
export function UserContactForm({ user }: { user: UserRow }) {
  const t = useText()
  const change = useChangeUser()
  const form = useAppForm({ schema: UserContact, defaults: contactOf(user) })
  const [other, setOther] = useState<UserRow | null>(null)
  return (
    <Form
      form={form}
      label={t('users.contact')}
      onSubmit={async (contact) => {
        try {
          await change.mutateAsync({ params: { userID: user.userID }, body: { contact, version: other?.version ?? user.version } })
          notify(t('users.saved'))
        } catch (refusal) {
          const current = currentOf(refusal, UserRow)
          if (current === null) throw refusal
          setOther(current)
        }
      }}
    >
      {other !== null && (
        <Notice tone="warning" isAlert title={t('users.changedByOther')}>
          <KeyValueList
            items={names
              .filter((name) => other[name] !== form.getValues(name))
              .map((name) => ({ key: name, label: t(`users.fields.${name}`), value: other[name] || '–' }))}
          />
          <div className={styles.actions}>
            <Button onPress={() => form.reset(contactOf(other))}>{t('users.takeTheirs')}</Button>
          </div>
          <p>{t('users.orSaveYours')}</p>
        </Notice>
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
