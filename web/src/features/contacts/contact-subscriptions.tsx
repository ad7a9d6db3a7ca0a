import {
  type Subscription,
  type SubscriptionFrequency,
  subscriptionChoices,
  subscriptionEvents,
  subscriptionsOfAll,
} from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatDate } from '../../locales/format.ts'
import { formatMomentInSentence } from '../../locales/moment-in-sentence.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useSelection } from '../../session/selection.ts'
import { useRight } from '../../session/use-right.ts'
import { TimeInput } from '../../ui/dates/time-input.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
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
      <Loaded query={subscriptions} lines={6}>
        {(found) =>
          (['events', 'clock'] as const).map((group) => (
            <fieldset key={group} className={styles.group}>
              <legend>{t(`contacts.subscriptions.groups.${group}`)}</legend>
              {found
                .filter(({ key }) => isEvent(key) === (group === 'events'))
                .map((one) => (
                  <Wanted key={one.key} customerID={customerID} contactID={contactID} subscription={one} />
                ))}
            </fieldset>
          ))
        }
      </Loaded>
    </section>
  )
}

const isEvent = (key: Subscription['key']) => (subscriptionEvents as readonly string[]).includes(key) || key === 'payment_received'

type WantedProps = { customerID: number; contactID: number; subscription: Subscription }

function Wanted({ customerID, contactID, subscription }: WantedProps) {
  const t = useText()
  const { key, enabled, frequency, time, scriptIDs, isAllowed, lastSentAt, nextAt } = subscription
  const { scripts } = useSelection()
  const subscribe = useSubscribe()
  const mayChange = useRight(Right.changeContacts)
  async function change(changed: Partial<Pick<Subscription, 'enabled' | 'frequency' | 'time' | 'scriptIDs'>>) {
    const wanted = { key, enabled, frequency, time, scriptIDs, ...changed }
    const saved = await subscribe.mutateAsync({ params: { contactID }, body: { customerID, subscription: wanted } }).catch(() => null)
    if (saved !== null) notify(t('contacts.saved'))
  }
  const choices: readonly SubscriptionFrequency[] = subscriptionChoices[key]
  const last = lastSentAt === null ? t('contacts.subscriptions.never') : t('contacts.subscriptions.last', { at: formatDate(lastSentAt) })
  const next = nextAt === null ? '' : ` ${t('contacts.subscriptions.next', { at: formatMomentInSentence(nextAt) })}`
  const several = scriptIDs !== null && scriptIDs.length > 1
  return (
    <div className={styles.wanted}>
      <SwitchInput
        label={t(`contacts.subscriptions.keys.${key}`)}
        help={!isAllowed ? t('contacts.subscriptions.notAllowed') : enabled || lastSentAt !== null ? `${last}${next}` : undefined}
        value={enabled}
        isDisabled={!mayChange || subscribe.isPending || (!isAllowed && !enabled)}
        onChange={(isOn) => void change({ enabled: isOn })}
      />
      {enabled && (
        <div className={styles.chosen}>
          {choices.length > 1 && (
            <SelectInput
              label={t('contacts.subscriptions.frequency')}
              isLabelHidden
              isDisabled={!mayChange}
              value={frequency}
              onChange={(chosen) => void change({ frequency: chosen as SubscriptionFrequency })}
              options={choices.map((value) => ({ value, label: t(`contacts.subscriptions.frequencies.${value}`) }))}
            />
          )}
          {frequency !== 'direct' && <SendTime time={time} isDisabled={!mayChange} onChosen={(chosen) => void change({ time: chosen })} />}
          {!subscriptionsOfAll.includes(key) && (
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
        </div>
      )}
      {subscribe.error !== null && <FailureText failure={subscribe.error} />}
    </div>
  )
}

/** The moment of the day; saved when one leaves the field, since half a time is a time too. */
function SendTime({ time, isDisabled, onChosen }: { time: string; isDisabled: boolean; onChosen: (time: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState(time)
  const leave = () => {
    if (typed === '') setTyped(time)
    else if (typed !== time) onChosen(typed)
  }
  return (
    <div onBlur={leave}>
      <TimeInput label={t('contacts.subscriptions.time')} isLabelHidden isDisabled={isDisabled} value={typed} onChange={setTyped} />
    </div>
  )
}
