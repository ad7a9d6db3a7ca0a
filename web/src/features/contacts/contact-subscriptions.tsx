import type { Subscription } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useSelection } from '../../session/selection.ts'
import { useRight } from '../../session/use-right.ts'
import { FailureText } from '../../ui/failure-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { useSubscribe, useSubscriptions } from './contacts-data.ts'
import styles from './contacts.module.css'

/** What a contact is mailed about; each switch counts at once. */
export function ContactSubscriptions({ customerID, contactID }: { customerID: number; contactID: number }) {
  const t = useText()
  const subscriptions = useSubscriptions(customerID, contactID)
  return (
    <section className={styles.section}>
      <h3>{t('contacts.subscriptions.title')}</h3>
      <Loaded query={subscriptions} lines={2}>
        {(found) => found.map((one) => <Wanted key={one.key} customerID={customerID} contactID={contactID} subscription={one} />)}
      </Loaded>
    </section>
  )
}

type WantedProps = { customerID: number; contactID: number; subscription: Subscription }

function Wanted({ customerID, contactID, subscription: { key, enabled, scriptIDs, lastSentAt } }: WantedProps) {
  const t = useText()
  const { scripts } = useSelection()
  const subscribe = useSubscribe()
  const mayChange = useRight(Right.changeContacts)
  async function change(changed: Partial<Pick<Subscription, 'enabled' | 'scriptIDs'>>) {
    const subscription = { key, enabled, scriptIDs, ...changed }
    const saved = await subscribe.mutateAsync({ params: { contactID }, body: { customerID, subscription } }).catch(() => null)
    if (saved !== null) notify(t('contacts.saved'))
  }
  const several = scriptIDs !== null && scriptIDs.length > 1
  return (
    <div className={styles.wanted}>
      <SwitchInput
        label={t(`contacts.subscriptions.keys.${key}`)}
        help={lastSentAt === null ? t('contacts.subscriptions.never') : t('contacts.subscriptions.last', { at: formatDate(lastSentAt) })}
        value={enabled}
        isDisabled={!mayChange || subscribe.isPending}
        onChange={(isOn) => void change({ enabled: isOn })}
      />
      {enabled && (
        <SearchSelect
          label={t('contacts.subscriptions.scripts')}
          isLabelHidden
          isDisabled={!mayChange}
          value={several ? 'several' : String(scriptIDs?.[0] ?? '')}
          onChange={(chosen) => void change({ scriptIDs: chosen === '' ? null : [Number(chosen)] })}
          options={[
            { value: '', label: t('contacts.subscriptions.everyScript') },
            ...(several
              ? [{ value: 'several', label: t('contacts.subscriptions.several', { count: scriptIDs.length }), isDisabled: true }]
              : []),
            ...scripts.map(({ scriptID, name }) => ({ value: String(scriptID), label: name })),
          ]}
        />
      )}
      {subscribe.error !== null && <FailureText failure={subscribe.error} />}
    </div>
  )
}
