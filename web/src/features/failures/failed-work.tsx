import type { FailedMessage } from '@regie/contract/failed-messages.ts'
import { type FailureAction, failureCauses } from '@regie/contract/failure-causes.ts'
import type { FailureCount } from '@regie/contract/failures.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { keepChosenCases } from '../../session/chosen-cases.ts'
import { notify } from '../../session/notification.tsx'
import { useGoTo } from '../../session/address.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './failures.module.css'
import { useTestProvider, type Work } from './failures-data.ts'
import { WorkQuestion } from './work-question.tsx'

type FailedWorkProps = {
  customerID: number
  row: FailureCount
  chosen: readonly FailedMessage[]
  shown: readonly FailedMessage[]
  onDone: () => void
}

const sendRights = [Right.sendEmail, Right.sendSms, Right.sendWhatsApp]

/** What the product can do about this cause, the best first, for the ticked messages or for all that are shown. */
export function FailedWork({ customerID, row, chosen, shown, onDone }: FailedWorkProps) {
  const t = useText()
  const goTo = useGoTo()
  const [asked, setAsked] = useState<Work | null>(null)
  const about = chosen.length > 0 ? chosen : shown
  const count = about.length
  const actions: readonly FailureAction[] = row.cause === null ? ['retryLater', 'otherChannel'] : failureCauses[row.cause]
  const write = () => {
    const caseIDs = [...new Set(about.map(({ caseID }) => caseID))]
    keepChosenCases({ customerID, filter: { caseIDs }, count: caseIDs.length, failedChannel: row.channel })
    goTo(paths.communications({ ticked: 1 }))
  }
  const buttons = (action: FailureAction) => {
    if (action === 'retryLater' && row.channel !== 'call')
      return (
        <Can key={action} right={sendRights}>
          {(reason) => (
            <Button reason={reason} onPress={() => setAsked('retry')}>
              {t('failures.work.retry.button', { count })}
            </Button>
          )}
        </Can>
      )
    if (action === 'otherChannel')
      return (
        <Can key={action} right={sendRights}>
          {(reason) => (
            <Button reason={reason} onPress={write}>
              {t('failures.work.other', { count })}
            </Button>
          )}
        </Can>
      )
    if (action === 'listAddress')
      return (
        <Can key={action} right={Right.addToBlacklist}>
          {(reason) => (
            <Button reason={reason} onPress={() => setAsked('list')}>
              {t('failures.work.list.button', { count })}
            </Button>
          )}
        </Can>
      )
    if (action === 'checkProvider') return <ProviderButtons key={action} about={about} />
    return null
  }
  return (
    <div className={styles.work}>
      <span className={styles.quiet}>{t(chosen.length > 0 ? 'failures.work.chosen' : 'failures.work.all', { count })}</span>
      {actions.map(buttons)}
      {asked !== null && (
        <WorkQuestion
          work={asked}
          customerID={customerID}
          communicationIDs={about.map(({ communicationID }) => communicationID)}
          onDone={onDone}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** The providers that carried these: each can be tested here. */
function ProviderButtons({ about }: { about: readonly FailedMessage[] }) {
  const t = useText()
  const test = useTestProvider()
  const providers = [
    ...new Map(about.flatMap(({ provider }) => (provider === null ? [] : [[provider.providerID, provider] as const]))).values(),
  ]
  const run = async ({ providerID, name }: { providerID: number; name: string }) => {
    const { testFault } = await test.mutateAsync({ params: { providerID } })
    notify(t(testFault === null ? 'failures.work.testGood' : 'failures.work.testBad', { name }))
  }
  if (providers.length === 0) return <AppLink to={paths.providers()}>{t('failures.actions.checkProvider')}</AppLink>
  return providers.slice(0, 3).map((provider) => (
    <Can key={provider.providerID} right={Right.changeProviders}>
      {(reason) => (
        <Button reason={reason} isBusy={test.isPending} onPress={() => void run(provider).catch(() => undefined)}>
          {t('failures.work.test', { name: provider.name })}
        </Button>
      )}
    </Can>
  ))
}
