import { userContactShape } from '@regie/contract/account.ts'
import { type Locale, locales } from '@regie/contract/locale.ts'
import { Username } from '@regie/contract/users.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { paths } from '../../paths.ts'
import { errorText } from '../../locales/error-text.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { useGoTo } from '../../session/address.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { languageNames } from '../../ui/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { ContactFields } from './contact-fields.tsx'
import { GroupChoice } from './group-choice.tsx'
import { useCreateUser, useGroups } from './users-data.ts'
import styles from './users.module.css'

const schema = z.object({ username: Username, ...userContactShape })
const empty = { username: '', initials: '', firstName: '', middleName: '', lastName: '', email: '', phone: '', mobile: '' }

/** A new user of the chosen customer; he gets an invitation to choose his own password. */
export function AddUserForm({ customerID }: { customerID: number }) {
  const t = useText()
  const goTo = useGoTo()
  const create = useCreateUser()
  const groups = useGroups(customerID)
  const form = useAppForm({ schema, defaults: empty })
  const [groupIDs, setGroupIDs] = useState<number[]>([])
  const [locale, setLocale] = useState<Locale>(useLocale())
  const [invited, setInvited] = useState<{ username: string; email: string } | null>(null)

  if (invited !== null)
    return (
      <Notice tone="success" icon="mail" title={t('users.invited', { username: invited.username })}>
        <p>{t('users.invitedText', { email: invited.email })}</p>
        <div className={styles.actions}>
          <Button
            kind="main"
            onPress={() => {
              form.reset(empty)
              setGroupIDs([])
              setInvited(null)
            }}
          >
            {t('users.another')}
          </Button>
          <Button onPress={() => goTo(paths.users())}>{t('users.toList')}</Button>
        </div>
      </Notice>
    )
  return (
    <Form
      form={form}
      asksBeforeLeaving
      isWide
      label={t('users.add')}
      onSubmit={async ({ username, ...contact }) => {
        if (groupIDs.length === 0) return
        await create.mutateAsync({ body: { username, contact, customerID, groupIDs, locale } })
        setInvited({ username, email: contact.email })
      }}
    >
      <div className={styles.beside}>
        <Panel title={t('users.who')}>
          <div className={styles.fields}>
            <FormField form={form} name="username">
              {(field) => (
                <TextInput {...field} label={t('users.fields.username')} help={t('users.usernameHelp')} isRequired maxLength={200} />
              )}
            </FormField>
            <ContactFields form={form} />
            <SelectInput
              label={t('users.inviteLocale')}
              value={locale}
              onChange={(chosen) => setLocale(locales.find((known) => known === chosen) ?? 'nl')}
              options={locales.map((value) => ({ value, label: languageNames[value] }))}
            />
          </div>
        </Panel>
        <Panel title={t('users.may')}>
          <GroupChoice
            groups={groups.data ?? []}
            chosen={groupIDs}
            onChosen={setGroupIDs}
            error={form.formState.submitCount > 0 && groupIDs.length === 0 ? errorText('user.groupMissing') : undefined}
          />
        </Panel>
      </div>
      <FormActions>
        <Button kind="main" type="submit" isBusy={form.formState.isSubmitting}>
          {t('users.create')}
        </Button>
        <Button onPress={() => goTo(paths.users())}>{t('ui.cancel')}</Button>
      </FormActions>
    </Form>
  )
}
